"""What a run writes: results.json, report.md and report.html."""
