"""Downloads papers from conference sites, OpenReview, arXiv, PMLR or any address, politely.

`fetch` downloads into a cache folder and hands the files to `rag.sources`, which reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rag.errors import ServiceError, UsageError
from rag.progress import progress_bar
from rag.sites import arxiv_api, event_list, openreview_api, pmlr_volume, web
from rag.sites.address import Address, is_site, parse
from rag.sites.cache import Cache
from rag.sites.collected import Collected, read_collected
from rag.sites.download import Downloader
from rag.sites.options import Limits, Sites
from rag.sources.records import Record

__all__ = ["Limits", "Sites", "fetch", "is_site"]

_SITES = Sites()
_LIMITS = Limits()


def fetch(address: str, cache: Path, *, sites: Sites = _SITES, limits: Limits = _LIMITS) -> Iterator[Record]:
    """Download what is at `address` and return an iterator over the papers in it.

    All downloading is done before this returns; only the reading is lazy. What is in the cache and
    has not changed is not sent again, and a download that broke off goes on where it stopped. What
    came in part is told by a `Warned` at its URL. The records' places are URLs.

    Args:
        address: as icml:2024, openreview:VENUE_ID, arxiv:QUERY, pmlr:v235, or an http(s) URL.
        cache: folder for what is downloaded; it may be deleted at any time.
        sites: where the sites are.
        limits: how long, how much and how fast.

    Raises:
        UsageError: the address is malformed, or the cache folder cannot be written.
        ServiceError: not a single paper could be had.
    """
    target = parse(address)
    store = Cache(cache)
    try:
        with progress_bar(f"Downloading {target.shown}", "KiB") as bar:
            since = store.begin(address)
            try:
                with Downloader(store, limits, since, bar) as downloads:
                    collected = _collect(target, downloads, sites)
            except ServiceError:
                store.finish(address)  # there is nothing to go on from
                raise
            if not collected.unfinished:
                store.finish(address)
        return read_collected(collected, target.shown)
    except OSError as error:
        raise UsageError(
            f"the cache folder {cache} cannot be used ({error.strerror or error}); set RAG_CACHE to another"
        ) from error


def _collect(target: Address, downloads: Downloader, sites: Sites) -> Collected:
    match target.kind:
        case "openreview":
            return openreview_api.collect(target.value, downloads, sites)
        case "arxiv":
            return arxiv_api.collect(target.value, downloads, sites)
        case "pmlr":
            return pmlr_volume.collect(f"{sites.pmlr}/{target.value}/", downloads)
        case "web":
            return web.collect(target.value, downloads)
        case conference:
            return event_list.collect_conference(conference, target.value, downloads, sites)
