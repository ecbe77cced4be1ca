import { addNotice } from "../../account/notices/notices.ts";
import { setUserStatus } from "../../account/security/set-user-status.ts";
import { resetTotp } from "../../account/security/totp-setting.ts";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { ActLog } from "../acts/act-log.ts";
import { findAccount } from "./find-account.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { accountStatusText } from "./user-facts.ts";
import { WrongCommand } from "./wrong-command.ts";

/** Changes what an account may do. */
export async function changeAccountStatus(
  deps: OperatorDeps,
  account: string,
  change: { status?: number; tradeStatus?: 0 | 1; wstatus?: 0 | 1; reason: string },
): Promise<number> {
  const { store, log, clock, by } = deps;
  const user = await store.read((db) => findAccount(db, account));
  // The streams belong to the venue's process, which ends them itself.
  const bus = { endUser: () => undefined };
  const after = await setUserStatus(
    { store, bus, audit: new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" }) },
    { ...change, userId: user.id, by, now: clock.now() },
  );
  if (!after) throw new WrongCommand(`There is no account "${account}".`);
  deps.print(`${user.account} is now: ${accountStatusText(after)}.`);
  return 0;
}

/** Takes the second factor from somebody who lost it. */
export async function takeSecondFactor(
  deps: OperatorDeps,
  { account, reason }: { account: string; reason: string },
): Promise<number> {
  const { store, log, clock, by, settings } = deps;
  const user = await store.read((db) => findAccount(db, account));
  const audit = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  const wasOn = await resetTotp(
    { store, settings, addNotice, audit },
    { userId: user.id, by, reason, now: clock.now() },
  );
  if (!wasOn) throw new WrongCommand(`${user.account} has no second factor.`);
  deps.print(`${user.account} logs in without a second factor now; money out is held.`);
  return 0;
}
