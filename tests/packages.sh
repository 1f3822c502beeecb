#!/bin/sh
# System packages that the tests want: Chromium for the page (best the one without windows: half the
# time), nginx and PostgreSQL for servers behind a proxy and on one database, zlib's headers for the
# second checker of certificates. Install what is missing where that is allowed; else say it. Without
# Chromium the tests cannot go on; without the others some are skipped.
set -eu
missing=""

has_chromium() {
    [ -n "${CHROMIUM:-}" ] && return 0
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null; then return 0; fi
    done
    return 1
}

has_chromium || missing="$missing chromium-headless-shell"
PATH="$PATH:/usr/sbin" command -v nginx >/dev/null || missing="$missing nginx-light"
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
    missing="$missing postgresql"
if command -v cc >/dev/null; then
    echo '#include <zlib.h>' | cc -E - >/dev/null 2>&1 || missing="$missing zlib1g-dev"
fi
if [ -z "$missing" ]; then exit 0; fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-cache show chromium-headless-shell >/dev/null 2>&1 ||
        missing=$(echo "$missing" | sed s/chromium-headless-shell/chromium/)
    echo "Installing for the tests:$missing ..."
    # shellcheck disable=SC2086  (a list of names)
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
    exit 0
fi
echo "The tests want these packages, which may not be installed from here:$missing" >&2
has_chromium || { echo "The browser tests cannot run without Chromium; its path may stand in CHROMIUM." >&2; exit 1; }
