import type { KeyObject } from "node:crypto";
import type { AddNotice } from "../../deps/new-notice.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { Codes, CodeSender } from "../codes/codes.ts";
import type { LoginThrottle } from "../throttle/login-throttle.ts";
import type { PasswordHasher } from "../password/password-hasher.ts";
import type { WithdrawalThrottle } from "../throttle/withdrawal-throttle.ts";

/** What opening accounts and sessions takes besides what every word has. */
export interface SessionDeps extends Pick<
  VenueDeps,
  "store" | "settings" | "random" | "bus" | "currencies"
> {
  serverKey: KeyObject;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  withdrawals: WithdrawalThrottle;
  codes: Codes;
  sendCode: CodeSender;
  /** A mail server brings codes for e-mail addresses; all others wait for the operator. */
  isMailed: boolean;
  audit: AuditLog;
  addNotice: AddNotice;
}
