#!/bin/sh
# Run once by the database's container: the program's own role, which owns nothing.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$VERTA_DB_PASSWORD" \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role verta_app login password :'password';
SQL
