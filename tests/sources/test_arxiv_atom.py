import pytest
from reader_support import A, B, papers, records, skips, texts, warnings

ENTRY = """<entry><id>http://arxiv.org/abs/3101.00001v2</id><published>2031-01-02T00:00:00Z</published>
<title>Icegauge:
  &lt;cold&gt; &amp; wet</title><summary>  {text}
</summary><author><name>Ada One</name></author><author><name>Bo Two</name></author>{more}
<link href="http://arxiv.org/abs/3101.00001v2" rel="alternate" type="text/html"/>
<link title="pdf" href="http://arxiv.org/pdf/3101.00001v2" rel="related"/></entry>"""
FEED = '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">{}</feed>'


def entry(text, more=""):
    return ENTRY.format(text=text, more=more)


def test_a_feed(tmp_path):
    doi = '<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1234/ice</arxiv:doi>'
    found = records(tmp_path, FEED.format(entry(A) + entry(B, doi)))
    one, two = papers(found)
    assert (one.title, one.authors, one.year) == ("Icegauge: <cold> & wet", ("Ada One", "Bo Two"), 2031)
    assert (one.paper_id, one.venue) == ("arxiv:3101.00001", "arXiv")
    assert one.url == "http://arxiv.org/abs/3101.00001v2"
    assert (two.text, two.paper_id) == (B, "doi:10.1234/ice")
    assert one.origin.endswith("#1")


def test_entities_are_refused(tmp_path):
    bomb = '<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>&b;</feed>'
    assert skips(records(tmp_path, bomb)) == {"f.txt": "XML with a DTD or entities is not read"}
    assert not papers(records(tmp_path, '<!DOCTYPE f SYSTEM "file:///etc/passwd"><feed/>'))


def test_broken_empty_and_foreign_xml(tmp_path):
    assert skips(records(tmp_path, FEED.format("<entry>")))["f.txt:2"].startswith("broken XML")
    assert skips(records(tmp_path, FEED.format(""))) == {"f.txt": "no abstracts found in f.txt"}
    assert "unknown kind (<opml>)" in skips(records(tmp_path, "<?xml version='1.0'?><opml/>"))["f.txt"]
    assert skips(records(tmp_path, "<!DOCTYPE html><html><p>Hi</p></html>")) == {
        "f.txt": "a web page, not a list of papers"
    }


def test_control_characters_and_errors(tmp_path):
    assert texts(records(tmp_path, FEED.format(entry("We use \x01fi ligatures. It works.")))) == [
        "We use fi ligatures. It works."
    ]
    error = (
        "<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>bad id</summary></entry>"
    )
    assert skips(records(tmp_path, FEED.format(error)))["f.txt#1"] == "arXiv reported an error: bad id"


COUNTED_FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/">'
    "<o:totalResults>{}</o:totalResults>{}</feed>"
)


def counted_entry(number, text):
    return f"<entry><id>http://arxiv.org/abs/3101.0000{number}v1</id><title>T</title><summary>{text}</summary></entry>"


def test_of_a_feed_that_is_cut_off_the_whole_entries_are_kept(tmp_path):
    found = records(
        tmp_path, COUNTED_FEED.format(2, counted_entry(1, A) + counted_entry(2, B))[:-60], "f.xml"
    )
    assert [p.text for p in papers(found)] == [A]
    assert "broken XML" in str(skips(found))


@pytest.mark.parametrize("total", [1, 900])
def test_one_page_of_a_feed(tmp_path, total):
    found = records(tmp_path, COUNTED_FEED.format(total, counted_entry(1, A)), "f.xml")
    assert [p.text for p in papers(found)] == [A]
    assert ("declares 900 records, holds 1" in str(warnings(found))) == (total == 900)


def test_rss(tmp_path):
    items = "".join(
        f"<item><title>{t}</title><link>https://e.org/{t}</link><description>{d}</description></item>"
        for t, d in (("Gauges", A), ("Letters", B))
    )
    found = papers(records(tmp_path, f'<rss version="2.0"><channel>{items}</channel></rss>', "f"))
    assert [(p.title, p.text, p.url) for p in found] == [
        ("Gauges", A, "https://e.org/Gauges"),
        ("Letters", B, "https://e.org/Letters"),
    ]
