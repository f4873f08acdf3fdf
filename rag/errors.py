"""The errors a user may meet, each with the exit code the shell returns for it."""

from __future__ import annotations


class RagError(Exception):
    """Base of every error that is told to the user in one line.

    The message says what is wrong, where, and what to do about it.
    """

    exit_code = 2


class UsageError(RagError):
    """Bad use or bad input: the user can mend it."""


class IndexUnavailable(RagError):
    """There is no index, it is busy, or it was built by something else."""


class IndexBusy(IndexUnavailable):
    """Another process is writing to the index."""

    exit_code = 3


class ChromaUnreadable(IndexUnavailable):
    """Chroma's files are damaged; the stored papers are not."""


class ServiceError(RagError):
    """A service that is needed (a language model endpoint, a model file) is not there."""

    exit_code = 3
