#!/bin/sh
# Builds the extension Citus for a PostgreSQL of the system from its public source, and installs it there (root).
#   bench/citus/build.sh [FOLDER]
# FOLDER is where the source is, or is brought to (/var/tmp/citus); it stays outside this repository. On Debian:
#   apt-get install postgresql-15 postgresql-server-dev-15 gcc make flex git libssl-dev liblz4-dev libzstd-dev libkrb5-dev libicu-dev libreadline-dev
set -eu
version=${CITUS_VERSION:-v13.2.2}
pg_config=${PG_CONFIG:-/usr/lib/postgresql/15/bin/pg_config}
folder=${1:-/var/tmp/citus}
source=${CITUS_SOURCE:-https://github.com/citusdata/citus}
[ -d "$folder" ] || git clone --quiet --branch "$version" --depth 1 "$source" "$folder"
cd "$folder"
# Later minor versions of PostgreSQL 15 export a function that this source defines for itself.
if grep -q have_createdb_privilege "$("$pg_config" --includedir-server)/commands/dbcommands.h"; then
  sed -i 's/^have_createdb_privilege(void)$/unused_createdb_privilege(void)/' src/include/pg_version_compat.h
fi
# libcurl is for reporting home alone.
./configure PG_CONFIG="$pg_config" --without-libcurl
# Without bitcode, which nothing here uses: half of the time.
make -j"$(nproc)" with_llvm=no
make install with_llvm=no
