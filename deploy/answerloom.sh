#!/bin/sh
# Runs an operator command with the settings of the systemd unit, as its user: answerloom doctor.
# Copy it to /usr/local/sbin/answerloom. See docs/guides/debian.md.
set -ae
. /etc/answerloom.env
DATA_DIR=/var/lib/answerloom
NODE_ENV=production
INIT_CWD=$PWD
cd /opt/answerloom
exec runuser -u answerloom -- node_modules/node/bin/node dist/server/main.mjs "$@"
