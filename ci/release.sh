#!/usr/bin/env bash
# Makes what a release consists of, from commands that are built. The workflow of releases and `.ci/run` run it.
#
#   ci/release.sh build TARGET [ARGUMENTS]        build the command as it is shipped
#   ci/release.sh name TARGET                     print the name of an archive: `assize-0.1.0-x86_64-unknown-linux-musl.tar.gz`
#   ci/release.sh archive TARGET FOLDER COMMAND…   pack commands with their documents and licences, the same bytes each time
#   ci/release.sh try ARCHIVE                     run the command of an archive where nothing else is
#   ci/release.sh sums FOLDER                     write SHA256SUMS of all files of a folder
#   ci/release.sh formula FOLDER                  write assize.rb, for Homebrew, from SHA256SUMS
set -euo pipefail
cd "$(dirname "$0")/.."

# The first `version` and `repository` of Cargo.toml are those of all packages.
value() { sed -n "s/^$1 = \"\(.*\)\"\$/\1/p" Cargo.toml | head -n 1; }
version=$(value version)
repository=$(value repository)

stop() {
    echo "ci/release.sh: $1" >&2
    exit 2
}

stem() { echo "assize-$version-$1"; }

name() {
    case "$1" in
        *windows*) echo "$(stem "$1").zip" ;;
        *) echo "$(stem "$1").tar.gz" ;;
    esac
}

# Static where the target can be. With Rust's own C library, which has no checked functions, it also stands at a fixed place in
# memory (docs/decisions.md), and a process that ends collects no memory.
build() {
    local target=$1 flags="-C target-feature=+crt-static" cflags="-U_FORTIFY_SOURCE -DMI_SKIP_COLLECT_ON_EXIT=1"
    shift
    case "$target" in *-linux-musl) flags="$flags -C relocation-model=static" ;; esac
    CC_x86_64_unknown_linux_musl=gcc CFLAGS_x86_64_unknown_linux_musl=$cflags \
        CC_aarch64_unknown_linux_musl="${CC_aarch64_unknown_linux_musl:-gcc}" CFLAGS_aarch64_unknown_linux_musl=$cflags \
        RUSTFLAGS=$flags cargo build --locked --profile dist --target "$target" "$@"
}

archive() {
    local target=$1 folder=$2 command inside made packed
    shift 2
    for command in "$@"; do
        [ -s "$command" ] || stop "$command is not a command: build it for $target first"
    done
    mkdir -p "$folder"
    folder=$(realpath "$folder")
    inside=$(stem "$target")
    packed=$folder/$(name "$target")
    made=$(mktemp -d)
    mkdir "$made/$inside"
    cp "$@" "$made/$inside/"
    cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$made/$inside/"
    if [ -e THIRD-PARTY.md ]; then cp THIRD-PARTY.md "$made/$inside/"; fi
    for command in "$@"; do chmod 755 "$made/$inside/$(basename "$command")"; done
    rm -f "$packed"
    # The time of the commit: who builds it again gets the same bytes.
    local moment
    moment=$(git log -1 --format=%ct)
    case "$packed" in
        *.zip)
            find "$made" -exec touch -d "@$moment" {} +
            (cd "$made" && TZ=UTC zip -q -X -r "$packed" "$inside")
            ;;
        *) tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX --mtime="@$moment" -C "$made" -cf - "$inside" | gzip -n -9 >"$packed" ;;
    esac
    rm -r "$made"
    echo "$packed: $(wc -c <"$packed") bytes"
}

# A root with nothing but `/proc`, as a container `FROM scratch` has it: no loader and no library, so only a static command runs.
# Summaries are written by way of `/proc`; without it a run ends with 2, and says so.
try() {
    local root code=0 version_there
    root=$(mktemp -d)
    tar -xzf "$1" -C "$root" --strip-components=1
    cp -r examples/reviews "$root/reviews"
    mkdir "$root/proc"
    local enter=(unshare --pid --fork --mount-proc="$root/proc" chroot)
    if [ "$(id -u)" -ne 0 ]; then enter=(unshare --map-root-user "${enter[@]:1}"); fi
    version_there=$("${enter[@]}" "$root" /assize --version) || stop "$1 does not run in an empty root: it is not static, or for another machine"
    "${enter[@]}" "$root" /assize gate /reviews >"$root/told" || code=$?
    if [ "$code" -ne 1 ] || ! grep -q '^SHUT' "$root/told" || [ ! -s "$root/reviews/verdict-summary.kdl" ]; then
        cat "$root/told" >&2
        stop "$1 does not judge in an empty root (exit code $code)"
    fi
    rm -r "$root"
    [ "$version_there" = "assize $version" ] || stop "$1 holds $version_there, not assize $version"
    echo "$1: $version_there judges in an empty root"
}

sums() {
    (
        cd "$1"
        find . -maxdepth 1 -type f ! -name SHA256SUMS ! -name assize.rb -printf '%f\n' | sort | xargs sha256sum >SHA256SUMS
        sha256sum --check --quiet SHA256SUMS
        wc -l SHA256SUMS
    )
}

# The lines of a platform.
bottle() {
    local sum
    sum=$(sed -n "s/  $(name "$2")\$//p" "$1/SHA256SUMS")
    [ -n "$sum" ] || stop "$1/SHA256SUMS has no $(name "$2")"
    printf '      url "%s/releases/download/v%s/%s"\n      sha256 "%s"\n' "$repository" "$version" "$(name "$2")" "$sum"
}

formula() {
    cat >"$1/assize.rb" <<RUBY
# Written by ci/release.sh.
class Assize < Formula
  desc "Decides whether reviewed work may go on"
  homepage "$repository"
  version "$version"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
$(bottle "$1" aarch64-apple-darwin)
    end
    on_intel do
$(bottle "$1" x86_64-apple-darwin)
    end
  end

  on_linux do
    on_arm do
$(bottle "$1" aarch64-unknown-linux-musl)
    end
    on_intel do
$(bottle "$1" x86_64-unknown-linux-musl)
    end
  end

  def install
    bin.install "assize", "assize-batch"
    generate_completions_from_executable(bin/"assize", "completions")
  end

  test do
    assert_match "assize #{version}", shell_output("#{bin}/assize --version")
    (testpath/"qa.md").write "verdict: pass\\nconfidence: high\\n"
    assert_match "OPEN", shell_output("#{bin}/assize gate qa.md --no-summary")
  end
end
RUBY
    echo "$1/assize.rb"
}

case "${1:-}:$#" in
    build:[2-9] | name:2 | try:2 | sums:2 | formula:2 | archive:[4-9]) "$@" ;;
    *)
        sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
esac
