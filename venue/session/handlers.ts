import * as codes from "#protocol/wire/error-codes.ts";
import { revocationToken } from "#protocol/wire/signature.ts";
import type { passkeyLoginEndpoints } from "#protocol/api/passkeys.ts";
import { byOperator, revocationLifeSec, type sessionEndpoints } from "#protocol/api/session.ts";
import { addressGroup } from "../lib/address-group.ts";
import type { HandlersOf } from "../deps/handler.ts";
import { Refusal, TooMany } from "../store/refusal.ts";
import { accountName } from "./users/account-name.ts";
import { agentName } from "./login/agent-name.ts";
import { resetPassword } from "./login/reset-password.ts";
import { logIn } from "./login/login.ts";
import { logInWithPasskey, requestPasskey } from "./login/passkey-login.ts";
import { register } from "./login/register.ts";
import type { SessionDeps } from "./access/session-deps.ts";
import { isDeviceKey } from "./tokens/device-key.ts";
import { endSessions, unendedSessions } from "./tokens/session-rows.ts";
import { isSignedWith, tokenOf } from "./tokens/session-token.ts";
import { findUserByAccount } from "./users/user-rows.ts";
import { userView } from "./users/user-view.ts";

/** Opens and ends accounts' sessions. */
export function createSessionHandlers(
  deps: SessionDeps,
): HandlersOf<typeof sessionEndpoints & typeof passkeyLoginEndpoints> {
  const { limits } = deps.settings;
  return {
    async sendCode({ request: { account, logintype, scene, lang }, now, ip, requestId }) {
      const name = accountName(account, logintype);
      if (name === undefined)
        throw logintype === "email"
          ? new Refusal(codes.invalidEmail)
          : new Refusal(codes.invalidParameters, { field: "account" });
      const waitSec = await deps.store.command(async (tx) => {
        const addressWait = await deps.throttle.countCode(tx, addressGroup(ip), now);
        if (addressWait > 0) return addressWait;
        const wait = await deps.codes.waitFor(tx, name, now);
        if (wait > 0) {
          await deps.throttle.uncountCode(tx, addressGroup(ip), now);
          return wait;
        }
        const { code, expiresAt } = await deps.codes.make(tx, name, scene, now);
        // Only who has an account gets its codes, and only who has none may open one; the answer tells neither.
        const isKnown = (await findUserByAccount(tx.db, name)) !== undefined;
        if (isKnown === (scene !== "reg"))
          await deps.sendCode(tx, {
            channel: logintype,
            recipient: name,
            scene,
            code,
            lang,
            now,
            expiresAt,
          });
        await deps.audit.write(tx, {
          event: "code-sent",
          outcome: "ok",
          ip,
          requestId,
          now,
          facts: { scene, channel: logintype },
        });
        return 0;
      });
      if (waitSec > 0) throw new TooMany(waitSec);
      return {
        expire: limits.codeLifeSec,
        resend: limits.codeResendSec,
        channel: deps.isMailed && logintype === "email" ? logintype : byOperator,
      };
    },

    async reg({ request, ip, now, requestId }) {
      const { account, logintype, password } = request;
      await register(deps, {
        account,
        logintype,
        password,
        ip,
        now,
        requestId,
        code: request.code ?? "",
        inviteCode: request.invite_code ?? "",
        entryMark: request.m ?? "",
      });
      return {};
    },

    async login({ request, agent, ip, now, requestId }) {
      const { account, logintype, verifykey, totp, device_key } = request;
      checkDeviceKey(device_key);
      const { token, user } = await logIn(deps, {
        account,
        logintype,
        password: verifykey,
        factor: totp,
        deviceKey: device_key ?? null,
        agent: agentName(agent),
        ip,
        now,
        requestId,
      });
      return { token, player: userView(user, token), certstatus: user.certstatus };
    },

    passkeyRequest: ({ now }) => requestPasskey(deps, now),

    async passkeyLogin({ request: { answer, device_key }, agent, ip, now, requestId }) {
      checkDeviceKey(device_key);
      const { token, user } = await logInWithPasskey(deps, {
        answer,
        deviceKey: device_key ?? null,
        agent: agentName(agent),
        ip,
        now,
        requestId,
      });
      return { token, player: userView(user, token), certstatus: user.certstatus };
    },

    async forgot({ request, ip, now, requestId }) {
      await resetPassword(deps, { ...request, ip, now, requestId });
      return {};
    },

    async revoke({ request, ip, now, requestId }) {
      const userId = Number(request.userid);
      const ageSec = now / 1000 - Number(request.timestamp);
      if (!Number.isSafeInteger(userId) || Math.abs(ageSec) > revocationLifeSec) return {};
      await deps.store.command(async (tx) => {
        const session = (await unendedSessions(tx.db, userId)).find(({ id }) =>
          isSignedWith(request, revocationToken(tokenOf(deps.serverKey, id, userId))),
        );
        if (!session) return;
        await endSessions(tx.db, [session.id], now);
        tx.afterCommit(() => deps.bus.endSession(session.id));
        await deps.audit.write(tx, {
          event: "logout",
          outcome: "ok",
          userId: request.userid,
          sessionId: session.id,
          ip,
          requestId,
          now,
          facts: { signed_at: Number(request.timestamp) },
        });
      });
      return {};
    },

    async logout({ user, ip, now, requestId, command }) {
      await command(async (tx) => {
        await endSessions(tx.db, [user.sessionId], now);
        tx.afterCommit(() => deps.bus.endSession(user.sessionId));
        await deps.audit.write(tx, {
          event: "logout",
          outcome: "ok",
          userId: user.id,
          sessionId: user.sessionId,
          ip,
          requestId,
          now,
        });
      });
      return {};
    },
  };
}

function checkDeviceKey(key: string | undefined): void {
  if (key !== undefined && !isDeviceKey(key))
    throw new Refusal(codes.invalidParameters, { field: "device_key" });
}
