#!/bin/sh
# The browser tests need Chromium. Install it where that is allowed; else say what is missing.
set -eu
if [ -n "${CHROMIUM:-}" ]; then exit 0; fi
for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests ..."
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
    exit 0
fi
echo "The browser tests need Chromium: install the package chromium, or put its path in CHROMIUM." >&2
exit 1
