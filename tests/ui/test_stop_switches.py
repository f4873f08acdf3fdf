from rag.ui.stop_switches import StopSwitches


def test_stop_turns_the_switch_of_one_reader():
    switches = StopSwitches()
    first, second = switches.renewed("a"), switches.renewed("b")
    switches.stop("a")
    assert first.is_set()
    assert not second.is_set()


def test_a_new_answer_ends_the_one_before():
    switches = StopSwitches()
    first = switches.renewed("a")
    second = switches.renewed("a")
    assert first.is_set()
    assert not second.is_set()
    assert not switches.is_current("a", first)
    assert switches.is_current("a", second)


def test_an_ended_answer_takes_no_newer_switch_with_it():
    switches = StopSwitches()
    first = switches.renewed("a")
    second = switches.renewed("a")
    switches.forget("a", first)
    switches.stop("a")
    assert second.is_set()
    switches.forget("a", second)
    switches.stop("a")
    assert not switches.is_current("a", second)
