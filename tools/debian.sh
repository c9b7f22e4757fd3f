#!/bin/sh
# What the browser and database tests need from Debian; installed if it is missing and we may.
set -eu
missing=""
command -v chromium > /dev/null 2>&1 || missing="$missing chromium"
command -v npm > /dev/null 2>&1 || missing="$missing nodejs npm"
ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null 2>&1 || missing="$missing postgresql"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null 2>&1; then
	echo "The tests need:$missing. Install them, or run make test as root on Debian." >&2
	exit 1
fi
echo "Installing$missing …"
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing > /dev/null
