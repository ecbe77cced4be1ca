#!/bin/bash
# Stands for systemd where none runs, in the bare Debian of scripts/follow.ts: it starts and stops what units say.
set -eu
words=()
for word in "$@"; do [ "${word#-}" != "$word" ] || words+=("$word"); done
verb=${words[0]}
units=("${words[@]:1}")

read_unit() {
  local name=$1 file
  for file in "/lib/systemd/system/$name" "/etc/systemd/system/$name" "/etc/systemd/system/$name.d/"*.conf; do
    [ -f "$file" ] && grep -E '^(User|WorkingDirectory|Environment|EnvironmentFile|ExecStart|StateDirectory|AmbientCapabilities|UMask)=' "$file"
  done || true
}
value() { sed -n "s/^$1=//p" <<<"$unit" | tail -1; }

start() {
  local name=$1 user capabilities
  unit=$(read_unit "$name")
  user=$(value User)
  capabilities=()
  [ -z "$(value AmbientCapabilities)" ] || capabilities=(--inh-caps=+net_bind_service --ambient-caps=+net_bind_service)
  [ -z "$(value StateDirectory)" ] || install -d -m 700 -o "$user" -g "$user" "/var/lib/$(value StateDirectory)"
  (
    cd "$(value WorkingDirectory || true)" 2>/dev/null || cd /
    umask "$(value UMask | grep . || echo 022)"
    while read -r line; do for pair in $line; do export "${pair?}"; done; done < <(sed -n 's/^Environment=//p' <<<"$unit")
    file=$(value EnvironmentFile)
    if [ -r "${file#-}" ]; then while IFS= read -r line; do export "${line?}"; done <"${file#-}"; fi
    export HOME=/var/lib/${user:-root}
    # shellcheck disable=SC2086
    exec setsid setpriv --reuid="${user:-root}" --regid="${user:-root}" --init-groups "${capabilities[@]}" $(value ExecStart) >>"/var/log/$name.log" 2>&1
  ) &
  echo $! >"/run/$name.pid"
}
stop() {
  local pid
  pid=$(cat "/run/$1.pid" 2>/dev/null || true)
  [ -n "$pid" ] || return 0
  kill "$pid" 2>/dev/null || true
  while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
  rm -f "/run/$1.pid"
}

for name in "${units[@]}"; do
  case $name in *.timer) continue ;; *.service) ;; *) name=$name.service ;; esac
  case $verb in
    enable | start) stop "$name"; start "$name" ;;
    restart) stop "$name"; start "$name" ;;
    stop) stop "$name" ;;
  esac
done
