//! Which lines hold a command: each that does has a twin that does not.

use std::path::Path;

use super::{HELD, Held, held};

fn found(line: &str) -> Vec<Held> {
    let list: Vec<String> = HELD.map(str::to_owned).to_vec();
    held(line, Path::new("/repo"), &list).expect("it is taken apart")
}

#[test]
fn a_command_is_held_however_it_is_written() {
    for line in [
        "git push",
        "git push origin main",
        "/usr/bin/git push",
        "git.exe push",
        "cd app && git push",
        "make; git push",
        "make & git push",
        "make || git push",
        "make | git push",
        "make\ngit push",
        "CI=1 LANG=C git push",
        "git -C lib push",
        "git --no-pager -c user.name=a push",
        "git pu\\\nsh",
        "g\"it\" 'pu'sh",
        "git \"push\"",
        "git >/dev/null push 2>&1",
        "sudo -u a git push",
        "env -i A=1 git push",
        "timeout 5 git push",
        "xargs -n1 git push < names",
        "echo \"$(git push)\"",
        "echo `git push`",
        "cat <(git push)",
        "(git push)",
        "{ git push; }",
        "if make; then git push; fi",
        "while read x; do git push; done",
        "case $x in a) git push ;; esac",
        "f() { git push; }; f",
        "sh -c 'git push'",
        "bash -lc \"cd x && git push\"",
        "bash -c 'sh -c \"git push\"'",
        "eval git push",
        "eval \"git push\"",
        "bash <<EOF\nmake\ngit push\nEOF",
        "bash <<< 'git push'",
        "echo git push | sh",
        "echo 'git push' | sudo bash",
        "cat <<EOF\n$(git push)\nEOF",
        "cat <<'EOF' > notes.md && git push\nit's done\nEOF",
        "git commit -m \"$(cat <<'EOF'\nDon't wait\n\nEOF\n)\" && git push",
        "echo \"${X:-$(git push)}\"",
        "$GIT push",
        "git $COMMAND",
        "! git push",
        "# make it\ngit push",
        "gh pr merge 12 --squash",
        "gh -R a/b pr merge 12",
        "gh pr -R a/b merge 12",
        "npm publish --access public",
        "npm --prefix lib publish",
        "yarn npm publish",
        "cargo +nightly publish",
    ] {
        assert_eq!(found(line).len(), 1, "{line}");
    }
    assert_eq!(found("git push; npm publish").len(), 2);
}

#[test]
fn what_only_speaks_of_it_is_not_held() {
    for line in [
        "",
        "git status",
        "git stash push -m x",
        "git -C lib stash push",
        "git --no-pager stash push",
        "git commit -m 'git push later'",
        "git commit -m \"$(cat <<'EOF'\nHold git push\ngit push is held\nEOF\n)\"",
        "echo git push",
        "echo 'git push' > notes",
        "grep -rn 'git push' docs",
        "rg git push",
        "cat <<EOF > notes\ngit push\nEOF",
        "git log # git push",
        "git log --grep 'git push'",
        "gitk push",
        "digit push",
        "git-lfs pull",
        "gh pr view 12",
        "npm run publish-docs",
        "cargo build",
        "docker compose up",
        "python -c 'print(\"git push\")'",
        "git add *",
        "for f in *; do git add $f; done",
    ] {
        assert_eq!(found(line), Vec::new(), "{line}");
    }
}

#[test]
fn it_is_known_where_it_runs() {
    let folders = |line: &str| {
        let held = found(line).remove(0);
        let unknown = held.unknown.is_some();
        let all: Vec<String> = held.folders.iter().map(|f| f.display().to_string()).collect();
        (all.join(" "), unknown)
    };
    for (line, at, unknown) in [
        ("git push", "/repo", false),
        ("cd lib && git push", "/repo/lib", false),
        ("cd lib; git push", "/repo/lib", false),
        ("cd /other\ngit push", "/other", false),
        ("(cd /other); git push", "/repo", false),
        ("cd /other | git push", "/repo", false),
        ("false && cd /other; git push", "/other /repo", false),
        ("cd a || cd b; git push", "/repo/a/b /repo/a", false),
        ("cd /other && git -C lib push", "/other/lib", false),
        ("bash -c 'cd lib && git push'", "/repo/lib", false),
        ("cd $X && git push", "/repo", true),
        ("cd - && git push", "/repo", true),
        ("GIT_DIR=/other git push", "/repo", true),
        ("git -C $X push", "/repo", true),
        ("git --git-dir=/other/.git push", "/repo", true),
        ("git -c push.default=matching push", "/repo", true),
    ] {
        assert_eq!(folders(line), (at.to_owned(), unknown), "{line}");
    }
}

#[test]
fn it_is_known_what_is_sent() {
    let sources = |line: &str| {
        let held = found(line).remove(0);
        held.unknown.map_or(held.sources.join(" "), |_| "unknown".to_owned())
    };
    for (line, names) in [
        ("git push", ""),
        ("git push origin", ""),
        ("git push -u origin HEAD", "HEAD"),
        ("git push origin main", "main"),
        ("git push origin other:main", "other"),
        ("git push -f origin +main", "main"),
        ("git push origin tag v1", "v1"),
        ("git push origin :gone", ""),
        ("git push origin --delete gone", ""),
        ("git push --all", "unknown"),
        ("git push origin --tags", "unknown"),
        ("git push origin \"$BRANCH\"", "unknown"),
        ("git push -o ci.skip origin main", "main"),
    ] {
        assert_eq!(sources(line), names, "{line}");
    }
}

#[test]
fn what_is_too_involved_is_not_taken_apart() {
    let list = vec!["git push".to_owned()];
    for line in ["$(".repeat(100_000), "(".repeat(300_000), "x".repeat(2 << 20)] {
        // Either is known to run nothing that is held, or is refused; it ends.
        assert!(held(&line, Path::new("/"), &list).map_or(true, |held| held.is_empty()));
    }
    assert!(held(&"x".repeat(2 << 20), Path::new("/"), &list).is_err());
    let nested = (0..20).fold("git push".to_owned(), |line, _| format!("eval {line}"));
    assert!(held(&nested, Path::new("/"), &list).map_or(true, |held| !held.is_empty()));
}
