"""How questions ask for facts of a venue or of a paper's record that the library does not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass

_RECORD = r"(?:papers?|articles?|posters?|talks?|publications?|authors?|works?|study|presentations?|orals?)"
_VENUE = r"(?:icml|neurips|iclr|conference|venue|proceedings|workshop|tutorial|this year|main track)"
_EVENT = rf"(?:{_RECORD}|{_VENUE}|session|keynote|submissions?|camera[- ]ready|rebuttals?|reviews?)"
# "What is the", "which" and "tell me the", with at most two words before what is asked for.
_WHAT = (
    r"(?:^(?:the\s+)?|\b(?:what(?:['’]s)?|which|whose|give|tell|show|list|know|find|need)\s+"
    r"(?:me\s+)?(?:(?:is|was|are|were|did|do|does|got)\s+)?(?:the\s+|its\s+|their\s+"
    r"|an?\s+)?(?:[\w'’-]+\s+){0,2}?)"
)
_ORGANISATIONS = (
    r"(?:universit\w+|institute of|google|deepmind|meta ai|microsoft|openai|anthropic|nvidia|apple|amazon|ibm"
    r"|stanford|mit|berkeley|princeton|oxford|cambridge|eth|epfl|tsinghua|cmu|carnegie mellon|mila|inria)"
)
_COUNTRIES = (
    r"(?:germany|france|china|india|japan|canada|switzerland|korea|israel|italy|spain|austria|brazil"
    r"|the (?:us|usa|uk|united \w+|netherlands)|europe|africa|asia)"
)


@dataclass(frozen=True, slots=True)
class AskedField:
    """What is not held, how it is asked for, and what an abstract may say of it all the same."""

    name: str
    asked: re.Pattern[str]
    said: re.Pattern[str] | None = None


def _field(name: str, *asked: str, said: str = "") -> AskedField:
    return AskedField(
        name,
        re.compile("|".join(asked), re.IGNORECASE),
        re.compile(said, re.IGNORECASE) if said else None,
    )


ASKED_FIELDS = (
    _field(
        "acceptance rates and numbers of submissions",
        rf"\b(?:acceptance|rejection) (?:rate|ratio|percentage)s?\b.*\b{_VENUE}\b",
        rf"\b{_VENUE}\b.*\b(?:acceptance|rejection) (?:rate|ratio|percentage)s?\b",
        rf"{_WHAT}(?:acceptance|rejection) (?:rate|ratio)s?\W*$",
        r"\b(?:acceptance|rejection) (?:rate|ratio)s? (?:of|at|for) (?:the )?"
        r"(?!MCMC|HMC|MALA)(?-i:[A-Z]{3,})(?: (?:19|20)\d\d)?\W*$",
        r"\bhow many (?:[\w-]+ )?(?:papers|articles|submissions|manuscripts)\b.{0,30}"
        r"\b(?:submitted|rejected|withdrawn|received?)\b",
        rf"\b(?:how many|number of) submissions\b(?=.*\b{_EVENT}\b|\W*$)",
        r"\bhow many submissions\b",
        rf"\b(?:share|percentage|percent|fraction|proportion) of (?:the )?(?:submissions"
        rf"|{_RECORD})\b.{{0,20}}"
        r"\b(?:accepted|rejected)\b",
    ),
    _field(
        "citation counts and reference lists",
        r"\bhow (?:many|often|frequently|much|widely)\b.{0,60}\b(?:citations?|cited)\b",
        r"\b(?:most|more|highly|often|least|best|frequently)[- ]?(?:often )?cited\b",
        r"\bcited (?:the )?(?:most|least|more)\b|\bmost citations\b|\bcitation (?:counts?|numbers?"
        r"|figures?)\b",
        r"\bnumber of citations\b",
        rf"\b{_RECORD}\s+(?:that\s+|which\s+)?(?:cites?|citing|(?:is |are )?cited by)\b",
        r"\breferences? (?:list|section)\b|\bbibliography of\b",
    ),
    _field(
        "awards",
        r"\b(?:best|outstanding|distinguished|runner-up|test[- ]of[- ]time|honou?rable)[\w\s-]{0,16}"
        r"\b(?:paper|awards?|mentions?|prizes?)\b(?=.*\b(?:award|prize|mention|won?|win|at|icml)\b|\W*$)",
        r"\b(?:wins?|won|winning|winners? of|received?|receives?|got|gets|given|awarded|earned"
        r"|honou?red with)\b"
        r".{0,30}\b(?:awards?|prizes?|honou?rs?)\b",
        rf"\baward[- ]winning {_RECORD}\b|\b{_RECORD} awards?\b",
    ),
    _field(
        "affiliations",
        rf"{_WHAT}(?:affiliations?|universit(?:y|ies)|institut(?:e|es|ions?)|compan(?:y|ies)|employers?|labs?"
        rf"|laborator(?:y|ies)|departments?|organi[sz]ations?)\b"
        rf"(?=.*\b(?:{_RECORD}|from|at|behind|publish\w*|wrote|work(?:s|ing)?|affiliated|employs?)\b)",
        r"\baffiliat(?:ed|ions?)\b(?=.*\b(?:authors?|papers?|with|of)\b)",
        rf"\b(?:{_RECORD}|people|researchers|groups?)\s+(?:\w+\s+)?(?:from|at|by)\s+(?:the\s+)?"
        rf"(?:{_ORGANISATIONS}|{_COUNTRIES})\b",
        r"\bwhere (?:do|does|did)\b.{0,60}\bauthors?\b.{0,40}\b(?:work|come from|study|studied)\b",
        r"\bwhere (?:is|are|was|were)\b.{0,60}\b(?:employed|affiliated|based)\W*$",
        r"\b(?:from )?(?:which|what) countr(?:y|ies)\b.*\b(?:authors?|papers?|publish\w*)\b",
    ),
    _field(
        "reviews and scores",
        r"\b(?:meta-?)?review(?:er)?s?['’]? (?:scores?|ratings?|comments?|grades?)\b",
        r"\b(?:what|how|why)\b.{0,30}\breviewers\b.{0,30}\b(?:say|said|think|thought|write|wrote|like"
        r"|criticis\w+"
        r"|criticiz\w+|complain\w*|rate|score|ask|object)\b",
        r"\bwho (?:was|were|is|are|has|had)?\s*(?:the )?(?:reviewers?|reviewed|area chairs?)\b",
        r"\b(?:scores?|ratings?|grades?)\b.{0,40}\b(?:from|by|of) (?:the |its )?reviewers\b",
        r"\b(?:openreview|rebuttal|meta-?review)\b.{0,30}\b(?:scores?|ratings?|comments?|discussion|say"
        r"|of the)\b",
        r"\breviewer (?:#|no\.? ?)?\d\b",
    ),
    _field(
        "dates",
        rf"\bwhen (?:was|were|is|are|did|does|will)\b.*\b{_EVENT}\b.*\b(?:submitted|accepted|presented|posted"
        r"|uploaded|released|held|takes? place|begins?|starts?|ends?|scheduled|due|appear|happen|revised"
        r"|open)\b",
        rf"\bwhen (?:is|was|are|were|will be) (?:the )?(?:{_VENUE}|deadline|keynote|poster|talk|oral)\b",
        r"\bwhen can (?:i|we|one)\b.{0,20}\b(?:see|hear|visit|attend)\b",
        r"\b(?:submission|deadline|notification|camera[- ]ready|publication|presentation|acceptance)\s+"
        r"(?:date|deadline|day|time)s?\b",
        rf"\b(?:what|which) (?:day|date|time|hour|week|month|morning|afternoon|time ?slot)\b.*\b{_EVENT}\b",
        rf"\b{_EVENT}\b.*\b(?:on|this|next)\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
        rf"{_WHAT}deadline\b(?=.*\b{_EVENT}\b)",
    ),
    _field(
        "rooms and poster numbers",
        rf"\b(?:which|what) (?:room|hall|floor|booth|board|building)\b(?=.*\b{_EVENT}\b|\W*$)",
        r"\bposter (?:numbers?|no\.|boards?|location|position|id|room|hall)\b",
        rf"\b(?:room|hall|booth) (?:number )?(?:of|for) (?:the )?(?:[\w-]+ )?{_EVENT}\b",
        r"\bwhere (?:is|was|are|were|will|can)\b.{0,40}\b(?:posters?|talk|session|oral|presentation"
        r"|presented|hangs?)\b",
    ),
    _field(
        "kinds of presentation",
        r"\b(?:chosen|selected|accepted|presented|picked|given) (?:as|for) (?:an? )?(?:orals?|spotlights?"
        r"|posters?)\b",
        r"\b(?:oral|spotlight) (?:presentations?|papers?|talks?|sessions?)\b",
        r"\b(?:is|was)\b.*\b(?:an? )(?:spotlight|oral)\b",
        rf"\b{_RECORD} (?:are|were|got|became|have been) (?:an? )?(?:orals?|spotlights?)\b",
    ),
    _field(
        "chairs, speakers and organisers",
        r"\b(?:session|general|programme|program|area|local|workshop|publication) chairs?\b",
        r"\bwho (?:chair(?:s|ed)|organi[sz]e[sd]?)\b",
        r"\bwho (?:gave|gives|delivered|presents|presented)\b.{0,30}\b(?:talk|keynote|lecture|poster|oral"
        r"|paper)\b",
        r"\bwho (?:is|was|were|are|will be)\b.{0,30}\b(?:chairs?|organi[sz]ers?|speakers?|committee)\b",
        r"\b(?:keynote|invited)[- ](?:speakers?|talks?|speech\w*|lectures?)\b",
    ),
    _field(
        "attendance and prices",
        r"\bhow many (?:people|participants|attendees|visitors|researchers|delegates)\b.{0,40}"
        r"\b(?:attend\w*|came|come|visit\w*|register\w*|participat\w*|joined)\b",
        r"\b(?:registration|ticket|attendance) (?:fees?|costs?|prices?|numbers?|figures?)\b",
        r"\bhow (?:much|expensive)\b.*\b(?:registration|tickets?|attend\w*)\b",
    ),
    _field(
        "places of conferences",
        r"\bwhere (?:is|was|will|does|did|are)\b.{0,20}\b(?:conference|icml|event)\b",
        r"\b(?:which|what) (?:city|country|town|venue|convention cent(?:re|er)|hotel)\b.*\b(?:conference"
        r"|icml|held)\b",
    ),
    _field(
        "licences",
        r"\b(?:what|which|what['’]s|its|what is the|under a) licen[cs]e\b(?!\s+plates?)",
        r"\blicen[cs]es? (?:of|for) the (?:[\w-]+ )?(?:code|data\w*|models?|weights|software|repository)\b",
        said=r"\blicen[cs]e|\bapache\b|\bcreative commons\b",
    ),
    _field(
        "code repositories and downloads",
        r"\b(?:where|how) (?:can|do|could|may) (?:i|we|one)\b.{0,12}\b(?:find|download|get|access"
        r"|obtain)\b.{0,16}"
        r"\b(?:code|implementation|weights|checkpoints?|repository|repo|slides|video)\b",
        r"\b(?:is|are) (?:the |its |their |there )?(?:[\w-]+ ){0,3}?(?:code|implementation|source|weights"
        r"|checkpoints?|repository|repo)\b.{0,40}\b(?:available|public\w*|open[- ]?source\w*|online"
        r"|released)\b",
        r"\b(?:does|do|has|have|is there)\b.{0,60}\b(?:github|repository|repo|project page|web ?site"
        r"|demo page)\b",
        r"\b(?:link|url|address) (?:of|to|for) (?:the )?(?:[\w-]+ )?(?:code|github|repository|repo"
        r"|implementation)\b",
        said=r"github|https?://|\bcode\b.{0,40}\b(?:available|released?|public)|open[- ]?sourc|project page",
    ),
    _field(
        "stars, downloads and views",
        r"\b(?:github )?stars\b.*\b(?:repository|repo|github|code|project)\b|\bgithub stars\b",
        r"\bhow (?:many times|often|many)\b.{0,60}\b(?:downloaded|viewed|downloads|tweeted|tweets"
        r"|page views)\b",
        r"\bdownload (?:counts?|numbers?)\b",
    ),
    _field(
        "slides and recordings",
        r"\b(?:slides|recordings?|video recording|videos?) of (?:the |this |that |its )?"
        r"(?:[\w-]+ ){0,4}?(?:talk|paper|presentation|keynote|session|oral)\b",
        r"\b(?:is|are) (?:the |there )(?:\w+ )?(?:slides|recordings?)\b.{0,30}\b(?:talk|paper|online"
        r"|available)\b",
    ),
    _field("citation indices of authors", r"\bh-?index\b|\bi10\b|\bg-index\b"),
    _field(
        "contact details and persons' careers",
        rf"\be-?mail (?:address(?:es)?|of)\b|{_WHAT}(?:e-?mails?|contact (?:details|address|data))\b",
        r"\bhow (?:can|do|could) (?:i|we|one) (?:contact|reach|write to)\b",
        r"\b(?:corresponding|contact|senior) authors?\b",
        r"\bwho (?:is|was|were|are|supervised|advised) .{0,30}\b(?:supervisors?|advis[eo]rs?)\b"
        r"|\bwho (?:super|ad)vised\b",
        r"\bhow old (?:is|are)\b.*\bauthors?\b|\b(?:gender|nationalit(?:y|ies)|age|biography) of (?:the )?"
        r"(?:\w+ )?authors?\b",
    ),
    _field(
        "page counts",
        r"\bhow many pages\b|\bpage (?:counts?|limits?|numbers?)\b|\bnumber of pages\b",
        r"\bhow (?:long|many words) (?:is|was|has|does) (?:the |this )(?:[\w-]+ ){0,4}?(?:paper|article|pdf"
        r"|appendix)\b",
    ),
    _field(
        "identifiers such as DOI and arXiv numbers",
        r"\bdois?\b|\barxiv (?:ids?|numbers?|links?|identifiers?|versions?|preprint of)\b|\bis[bs]n\b",
    ),
    _field(
        "funding",
        rf"\b(?:which|what|whose) (?:[\w-]+ )?(?:grants?|funding|funders?|agenc(?:y|ies)|sponsors?)\b"
        rf"(?=.*\b(?:{_RECORD}|funded|authors?|{_VENUE})\b)",
        r"\bwho (?:funded|funds|paid for|financed|finances|sponsors|sponsored)\b",
        rf"\b(?:was|were|is|are)\b.*\b{_RECORD}\b.*\b(?:funded|sponsored|financed)\b",
    ),
    _field("impact factors", rf"\bimpact factors? of\b|\b(?:{_VENUE}|journal|pmlr)\b.*\bimpact factor\b"),
)
# Words of the same fields, which ask for them wherever the venue, "the paper" or its authors are meant.
FIELD_WORDS = (
    _field(
        "acceptance rates and numbers of submissions",
        r"\b(?:submitted|turned down|rejected|got in(?:to)?|made it into|competitive|accepted papers)\b",
    ),
    _field("awards", r"\b(?:awards?|prizes?|honou?red|ceremony|medals?)\b"),
    _field(
        "affiliations",
        rf"\b(?:affiliat\w+|employers?|industry labs?|academia|work at|job at)\b"
        rf"|\b(?:at|from|with) (?:the )?{_ORGANISATIONS}\b",
    ),
    _field("reviews and scores", r"\b(?:reviewers?|rebuttals?|area chairs?|controversial)\b"),
    _field(
        "dates",
        r"\b(?:upload\w*|camera[- ]ready|what date|which date|deadline|submitted|take place"
        r"|put (?:on|up)|appear on)\b",
    ),
    _field("rooms and poster numbers", r"\b(?:posters?|booths?|hall|which room)\b"),
    _field("kinds of presentation", r"\b(?:orals?|spotlights?)\b"),
    _field("chairs, speakers and organisers", r"\b(?:organi[sz]ers?|chairs?|chaired|speakers?|keynotes?)\b"),
    _field(
        "attendance and prices",
        r"\b(?:attendees|attended|participants|delegates|visitors|tickets?|registration|fees?)\b",
    ),
    _field(
        "places of conferences",
        r"\b(?:which|what) (?:city|country|venue(?! (?:has|have|had|publish)))\b|\bconvention cent",
    ),
    _field("rankings of conferences", r"\b(?:ranking|rank|prestige|impact) of (?:icml|the conference)\b"),
    _field("slides and recordings", r"\b(?:watch|slides|recordings?|recorded|pdf|youtube)\b"),
    _field(
        "contact details and persons' careers",
        r"\b(?:e-?mails?|in touch|contact|supervis(?:ed|ors?)|advis[eo]rs?|women|female|gender"
        r"|nationality)\b",
    ),
    _field("page counts", r"\b(?:how many|number of) (?:figures|tables|equations|words|references|pages)\b"),
    _field("page counts", r"\bhow long is the (?:appendix|supplement\w*)\b"),
    _field("identifiers such as DOI and arXiv numbers", r"\b(?:openreview|paper ids?|on arxiv)\b"),
    _field(
        "code repositories and downloads",
        r"\b(?:hosted|downloads?|downloaded|hugging ?face|github|repository)\b",
        said=r"github|https?://|hugging ?face|\bcode\b.{0,40}\bavailable",
    ),
    _field(
        "funding", r"\b(?:funded|funding|grants?|sponsors?|sponsored|research council|science foundation)\b"
    ),
)
