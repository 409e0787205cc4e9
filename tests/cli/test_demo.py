"""The example on the bundled table, and the files that it leaves."""

import re


def test_demo_keeps_the_files_that_it_names(run, tmp_path, monkeypatch):
    done = run("demo")
    for text in ("$ spinney fit penguins.csv", "predicted_species", "cd spinney_demo"):
        assert text in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["spinney_demo"]
    monkeypatch.chdir(tmp_path / "spinney_demo")
    hints = re.findall(r"Next: spinney (.*) NEW_TABLE", done.stderr)
    assert len(hints) == 2
    for hint in hints:
        assert "Gentoo" in run(*hint.split(), "new.csv").stdout
    report = re.search(r"\w+\.html", done.stdout)
    assert (tmp_path / "spinney_demo" / report[0]).stat().st_size > 10_000


def test_demo_needs_a_folder_of_its_own(run, write):
    write("spinney_demo", ["a file"])
    assert "spinney_demo: File exists" in run("demo", code=2).stderr
