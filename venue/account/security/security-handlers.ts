import type { DataOf } from "#protocol/api/endpoint.ts";
import type { passkeyEndpoints } from "#protocol/api/passkeys.ts";
import type { securityEndpoints } from "#protocol/api/security.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { deviceSignatureVersion } from "#protocol/wire/device-signature.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { Call, HandlersOf } from "../../deps/handler.ts";
import { endUserSessions } from "../../session/access/put-password.ts";
import type { SessionDeps } from "../../session/access/session-deps.ts";
import { passkeysOf } from "../../session/passkeys/passkey-rows.ts";
import {
  countRecoveryCodes,
  findSecondFactor,
} from "../../session/second-factor/second-factor-rows.ts";
import { unendedSessions } from "../../session/tokens/session-rows.ts";
import { sessionRef } from "../../session/tokens/session-token.ts";
import { findUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import { freezeOwn, unfreezeOwn } from "./freeze.ts";
import { selectLogins } from "./login-rows.ts";
import { addPasskey, passkeyOptions, readPasskeys, removePasskey } from "./passkey-setting.ts";
import { disableTotp, enableTotp, setupTotp } from "./totp-setting.ts";

/** Serves what guards the session's own account. */
export function createSecurityHandlers(
  deps: SessionDeps,
): HandlersOf<typeof securityEndpoints & typeof passkeyEndpoints> {
  const { store } = deps;
  return {
    async security({ user, now }) {
      const row = await store.read((db) => findUser(db, Number(user.id)));
      if (!row) throw new Error("a session without its user");
      const frozenBy = row.frozen_by_owner === 1 ? "owner" : "venue";
      return {
        frozen_by: row.status === accountStatus.frozen ? frozenBy : "",
        held_until: row.money_out_at > now ? row.money_out_at : 0,
      };
    },

    sessions: (call) => readSessions(deps, call),
    revokeSession: (call) => revokeSession(deps, call),

    async logins({ user, request: { page, size, start_time: start, end_time: end } }) {
      const { rows, total } = await store.read((db) =>
        selectLogins(db, { userId: Number(user.id), page, size, start, end }),
      );
      const list = rows.map(({ at_ms, outcome, ip, facts }) => {
        const { agent = "" } = JSON.parse(facts) as { agent?: string };
        return { time: Number(at_ms), outcome, ip, agent };
      });
      return { list, total, page, size };
    },

    freeze: (call) => freezeOwn(deps, call),
    unfreeze: (call) => unfreezeOwn(deps, call),

    async totp({ user }) {
      const userId = Number(user.id);
      const [row, left, passkeys] = await store.read(
        async (db) =>
          [
            await findSecondFactor(db, userId),
            await countRecoveryCodes(db, userId),
            (await passkeysOf(db, userId)).length,
          ] as const,
      );
      const since = row?.enabled_at ?? null;
      const isOn = since !== null;
      return { enabled: isOn ? 1 : 0, recovery_left: isOn ? left : 0, since, passkeys };
    },

    setupTotp: (call) => setupTotp(deps, call),
    enableTotp: (call) => enableTotp(deps, call),
    disableTotp: (call) => disableTotp(deps, call),
    passkeys: (call) => readPasskeys(deps, call),
    passkeyOptions: (call) => passkeyOptions(deps, call),
    addPasskey: (call) => addPasskey(deps, call),
    removePasskey: (call) => removePasskey(deps, call),
  };
}

type Rows = typeof securityEndpoints;

/** Every session but the one that asks. */
const allOthers = "others";

/** Where the account is logged in, newest first. A session is named by what tells it apart, never by its id. */
async function readSessions(
  { store, settings }: SessionDeps,
  { user, now }: Call<Rows["sessions"]>,
): Promise<DataOf<Rows["sessions"]>> {
  const { sessionIdleSec, sessionLifeSec } = settings.limits;
  const rows = await store.read((db) => unendedSessions(db, Number(user.id)));
  return rows
    .filter(
      ({ seen_at, created_at }) =>
        now - seen_at < sessionIdleSec * 1000 && now - created_at < sessionLifeSec * 1000,
    )
    .map(({ id, ip, agent, created_at, seen_at, device_key }) => ({
      id: sessionRef(id),
      ip,
      agent,
      create_time: created_at,
      // Not every call is written down; the one that asks is here now.
      seen_time: id === user.sessionId ? now : seen_at,
      current: id === user.sessionId ? 1 : 0,
      signature: device_key === null ? "v1" : deviceSignatureVersion,
    }));
}

/** @throws Refusal noSuchOrder where the account has no such session */
async function revokeSession(
  deps: SessionDeps,
  { user, request: { id }, ip, now, requestId, command }: Call<Rows["revokeSession"]>,
): Promise<DataOf<Rows["revokeSession"]>> {
  const userId = Number(user.id);
  return command(async (tx) => {
    const isMeant = (sessionId: string) =>
      id === allOthers ? sessionId !== user.sessionId : sessionRef(sessionId) === id;
    const ended = await endUserSessions(deps, tx, { userId, isMeant, now });
    if (id !== allOthers && ended === 0) throw new Refusal(codes.noSuchOrder);
    await deps.audit.write(tx, {
      event: "sessions-ended",
      outcome: "ok",
      userId,
      sessionId: user.sessionId,
      ip,
      requestId,
      now,
      facts: { which: id, ended },
    });
    if (ended > 0)
      await deps.addNotice(tx, { userId, kind: "sessions_ended", facts: { ended, ip }, now });
    return { ended };
  });
}
