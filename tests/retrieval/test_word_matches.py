from rag.index.lexical import LexicalIndex
from rag.paper import new_paper
from rag.retrieval.word_matches import word_matches


def test_pieces_of_a_word_count_together_and_rare_words_more():
    texts = ["Kites fly around gusts.", "Kites and bees.", "Kites at night."]
    lexical = LexicalIndex.build([new_paper(text, title="Winds") for text in texts])
    found = word_matches(["kites", "kitemap", "kitemap", "bees"], [0.9, 0.2, 0.4, 0.5], lexical)
    assert [match.word for match in found] == ["kites", "kitemap", "bees"]
    assert [round(match.nearness, 6) for match in found] == [0.9, 0.3, 0.5]
    kites, kitemap, bees = (match.rarity for match in found)
    assert kites < bees < kitemap


def test_a_question_without_words_has_no_matches():
    assert word_matches([], [], LexicalIndex.build([])) == ()
