import pytest

from rag.retrieval.rules.intents import is_pasted_text, wanted


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("how many papers are there in the library?", "papers ?"),
        ("How many papers are about kites?", "papers are about kites?"),
        ("how many kite papers do we have", "kite papers"),
        ("How many of the papers use kites?", "papers use kites?"),
        ("the number of papers on kites", "papers on kites"),
        ("number of papers on kites", "papers on kites"),
        ("What is the total number of papers on kites?", "papers on kites?"),
        ("count the papers on kites", "papers on kites"),
        ("what share of papers is on kites?", "papers is on kites?"),
        ("how big is the library?", "papers"),
    ],
)
def test_counts(question, rest):
    want = wanted(question)
    assert want.intent == ("find" if rest is None else "count")
    assert " ".join(want.rest.split()) == (rest or question)


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("list all papers on kites", "papers on kites"),
        ("Please list every paper that flies kites", "paper that flies kites"),
        ("all the papers on kites", "papers on kites"),
        ("give me a list of the kite papers", "kite papers"),
        ("List the papers on kites", "papers on kites"),
        ("which papers fly kites? List them all.", "which papers fly kites"),
        ("which papers fly kites: all of them", "which papers fly kites"),
        ("a complete list of papers on kites", "papers on kites"),
    ],
)
def test_lists(question, rest):
    want = wanted(question)
    assert want.intent == ("find" if rest is None else "list")
    assert want.rest.strip(" .?") == (rest or question).strip(" .?")


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("papers like KITEMAP", "KITEMAP"),
        ("more papers like KITEMAP please", "KITEMAP"),
        ("find me papers similar to “Kitemap”", "“Kitemap”"),
        ("similar papers to KITEMAP", "KITEMAP"),
        ("more like KITEMAP", "KITEMAP"),
        ("which papers are most similar to KITEMAP?", "KITEMAP?"),
        ("related work for KITEMAP", "KITEMAP"),
        ("find papers related to KITEMAP", "KITEMAP"),
        ("what else is like KITEMAP?", "KITEMAP?"),
        ("nearest neighbours of KITEMAP", "KITEMAP"),
        ("show me the papers closest to KITEMAP", "KITEMAP"),
    ],
)
def test_similar_papers(question, what):
    assert (wanted(question).intent, wanted(question).rest) == ("similar", what)


@pytest.mark.parametrize(
    ("question", "what", "facts"),
    [
        ("who wrote KITEMAP?", "KITEMAP", ("authors",)),
        ("Who are the authors of the KITEMAP paper?", "the KITEMAP paper", ("authors",)),
        ("when was KITEMAP published?", "KITEMAP", ("year",)),
        ("where was KITEMAP published", "KITEMAP", ("venue",)),
        ("When and where was KITEMAP presented?", "KITEMAP", ("year", "venue")),
        ("at which conference was KITEMAP published?", "KITEMAP", ("venue",)),
        ("what year is KITEMAP from?", "KITEMAP", ("year",)),
        ("what venue is KITEMAP from?", "KITEMAP", ("venue",)),
        ("which conference published KITEMAP?", "KITEMAP", ("venue",)),
        ("In which year and at which conference was KITEMAP published?", "KITEMAP", ("year", "venue")),
        ("at which venue and in which year did KITEMAP appear?", "KITEMAP", ("year", "venue")),
        ("what's the publication year of KITEMAP?", "KITEMAP", ("year",)),
        ("who wrote KITEMAP and when?", "KITEMAP", ("authors", "year")),
        ("who wrote KITEMAP, and where was it published?", "KITEMAP", ("authors", "venue")),
        ("who is the first author of KITEMAP?", "KITEMAP", ("first author",)),
        ("last author of KITEMAP", "KITEMAP", ("last author",)),
        ("how many authors has KITEMAP?", "KITEMAP", ("number of authors",)),
        ("How many authors does KITEMAP have?", "KITEMAP", ("number of authors",)),
        ("how many people wrote KITEMAP?", "KITEMAP", ("number of authors",)),
        ("Is KITEMAP by Ada Müller?", "KITEMAP", ("authors",)),
        ("did Ada Müller write KITEMAP?", "KITEMAP", ("authors",)),
        ("what is the URL of KITEMAP?", "KITEMAP", ("link",)),
        ("link to KITEMAP", "KITEMAP", ("link",)),
        ("please give me the link to KITEMAP", "KITEMAP", ("link",)),
        ("where can I read KITEMAP?", "KITEMAP", ("link",)),
        ("Where can I find the pdf of KITEMAP?", "KITEMAP", ("link",)),
        ("do you have a link for KITEMAP?", "KITEMAP", ("link",)),
        ("what is the title of the paper that introduces KITEMAP?", "KITEMAP", ("title",)),
    ],
)
def test_facts_of_a_paper(question, what, facts):
    want = wanted(question)
    assert (want.intent, want.rest, want.facts) == ("facts", what, facts)


@pytest.mark.parametrize(
    "question",
    [
        "In how many neural recording sites was it found?",
        "How many people fly kites?",
        "How large is the list of papers?",
        "which papers improve DPO?",
        "How does a kite look like a bird?",
        "GPT-like next-patch prediction",
        "Who has studied how kites fly and why?",
        "Is flight limited by the wind?",
        "How many authors fly kites?",
        "Did kites write history?",
        "which conference is on kites?",
        "When one kite is down, later parts compensate. Who studied how?",
        "all",
        "list",
        "",
    ],
)
def test_questions_for_some_papers(question):
    assert (wanted(question).intent, wanted(question).rest) == ("find", question)


ABSTRACT = (
    "Kites drift when gusts come from the side and the line is long. We study a controller that reads"
    " the tension of the line and turns the kite before the gust arrives. On thirty flights it halves"
    " the drift against a controller without that reading, and it needs no camera. The controller runs"
    " on a small board and costs less than the kite itself does in any shop that we have seen so far."
)


def test_a_pasted_abstract_is_no_question():
    assert is_pasted_text(ABSTRACT)
    assert wanted(ABSTRACT).intent == "similar"
    assert not is_pasted_text(ABSTRACT + " Which planner is that?")
    assert not is_pasted_text("Which paper is this from: " + ABSTRACT)
    assert not is_pasted_text(ABSTRACT[:150])
    two = ABSTRACT[: ABSTRACT.index(" On thirty")]
    assert is_pasted_text(two)
    assert not is_pasted_text(two.replace("We study", "I look for"))
    assert not is_pasted_text(f"{two} Show me work on this.")
    assert not is_pasted_text("Kites drift in gusts. We study a controller.")
    assert not is_pasted_text("word " * 500)
