"""Follow-ups: turns of a conversation made into questions that stand alone, by rules."""
