# shellcheck shell=sh
# What the build and the tests need, installed where it is missing. Sourced by ./deadheat and ./test:
#
#     wish nvim                      tries, and returns
#     ensure cargo cc jdk            returns when all of these are there, else ends the script with status 2
#
# Only what is missing is installed, in one command of the system's package manager, and one line says what and why.
# Everything is printed on stderr: the output of the tool is all that may appear on stdout.

say() {
    printf 'deadheat: %s\n' "$*" >&2
}

give_up() {
    say "$*"
    exit 2
}

ensure() {
    missing_packages='' missing_reasons=''
    for thing in "$@"; do
        "have_$thing" || "get_$thing"
    done
    [ -n "$missing_packages" ] || return 0
    install_packages
    for thing in "$@"; do
        "have_$thing" || give_up "$thing is still missing after the installation"
    done
}

# wish THING…: like ensure, but goes on without what cannot be had.
wish() {
    (ensure "$@") || say "going on without $*: tests that need it are skipped, and say so"
}

# --- Rust -----------------------------------------------------------------------------------------------------------

have_cargo() {
    command -v cargo >/dev/null 2>&1
}

# rustup writes its folder into the profile of the shell, which a shell that was open before has not read.
get_cargo() {
    PATH="$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin"
    have_cargo || give_up 'cargo, the build tool of Rust, is missing: install Rust from https://rustup.rs'
}

have_rustfmt() {
    cargo fmt --version >/dev/null 2>&1
}

have_clippy() {
    cargo clippy --version >/dev/null 2>&1
}

get_rustfmt() {
    get_component rustfmt
}

get_clippy() {
    get_component clippy
}

get_component() {
    command -v rustup >/dev/null 2>&1 ||
        give_up "$1 is missing, which the tests need: install it beside cargo (with rustup: rustup component add $1)"
    say "installing $1 with rustup, because the tests need it"
    rustup component add "$1" >&2 || give_up "rustup could not install $1"
}

# --- C compiler and JDK -----------------------------------------------------------------------------------------------

have_cc() {
    command -v cc >/dev/null 2>&1
}

get_cc() {
    case $(package_manager) in
        apt-get) packages='gcc libc6-dev' ;;
        apk) packages='gcc musl-dev' ;;
        brew) give_up 'a C compiler is missing, with which Rust links programs: run xcode-select --install' ;;
        *) packages=gcc ;;
    esac
    missing "$packages" 'Rust links programs with a C compiler'
}

# The same places as in crates/project/src/jdk/search.rs. A runtime without javac does not count.
have_jdk() {
    for jdk_home in "${JAVA_HOME:-/nowhere}" \
        /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/*; do
        [ ! -x "$jdk_home/bin/javac" ] || return 0
    done
    javac_on_path=$(command -v javac) || return 1
    # macOS ships a javac that only says that there is none.
    [ "$javac_on_path" != /usr/bin/javac ] || [ "$(uname)" != Darwin ]
}

get_jdk() {
    case $(package_manager) in
        apt-get) packages=default-jdk-headless ;;
        dnf | zypper) packages=java-devel ;;
        apk) packages=openjdk21-jdk ;;
        pacman) packages=jdk-openjdk ;;
        brew) packages=openjdk ;;
        *) packages='a JDK' ;;
    esac
    missing "$packages" 'no JDK was found'
}

have_nvim() {
    command -v nvim >/dev/null 2>&1
}

get_nvim() {
    missing neovim 'a test drives the language server with Neovim'
}

missing() {
    missing_packages="${missing_packages:+$missing_packages }$1"
    missing_reasons="${missing_reasons:+$missing_reasons, and }$2"
}

# --- The system's package manager ---------------------------------------------------------------------------------------

package_manager() {
    for manager in apt-get dnf apk pacman zypper brew; do
        if command -v "$manager" >/dev/null 2>&1; then
            echo "$manager"
            return
        fi
    done
}

# The words before the names of the packages.
install_words() {
    case $1 in
        apt-get) echo 'apt-get install -y -q --no-install-recommends' ;;
        dnf) echo 'dnf install -y -q' ;;
        apk) echo 'apk add --quiet' ;;
        pacman) echo 'pacman -S --noconfirm --needed' ;;
        zypper) echo 'zypper --non-interactive --quiet install' ;;
        brew) echo 'brew install --quiet' ;;
    esac
}

install_packages() {
    manager=$(package_manager)
    [ -n "$manager" ] || give_up "missing: $missing_packages ($missing_reasons); please install it"
    command="$(install_words "$manager") $missing_packages"
    become=''
    if [ "$manager" != brew ] && [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 ||
            give_up "missing: $missing_packages ($missing_reasons); please run as root: $command"
        become=sudo
    fi
    say "installing $missing_packages with $manager, because $missing_reasons"
    if [ "$manager" = apt-get ]; then
        prepare_apt
    fi
    run_words "$command" || give_up "that did not work: ${become:+$become }$command"
}

# Runs a command that is given as one text, with the rights that it needs. Its output is shown on a terminal, where it is
# progress, and otherwise only when it fails.
run_words() {
    # The words are meant to be split: they hold neither quotes nor patterns.
    # shellcheck disable=SC2086
    if [ -t 2 ]; then
        $become $1 >&2 </dev/null
    else
        output=$($become $1 2>&1 </dev/null) || {
            printf '%s\n' "$output" >&2
            return 1
        }
    fi
}

# A fresh system has no package lists, and old lists name packages that are gone. Slim images have no folder for manual
# pages, without which the JDK's package fails.
prepare_apt() {
    export DEBIAN_FRONTEND=noninteractive
    run_words 'apt-get update -qq' || say 'apt-get update failed; trying with the package lists at hand'
    run_words 'mkdir -p /usr/share/man/man1'
}
