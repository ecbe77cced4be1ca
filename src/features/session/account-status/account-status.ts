import * as codes from "#protocol/wire/error-codes.ts";
import { accountStatus, type User } from "#protocol/api/user.ts";

/** What an account may do (api.md, 3), from the widest limit to none. */
export type AccountStatus = "prohibited" | "blocked" | "frozen" | "closing-only" | "normal";

/**
 * @param answered the venue's last answer to a private call of this session: refused with accountBlocked, or
 *   served. It is newer than the status in `user`.
 */
export function accountStatusOf(
  user: Pick<User, "status" | "trade_status"> | null,
  answered: "blocked" | "served" | undefined,
): AccountStatus {
  const status = Number(user?.status ?? 0);
  if (status === accountStatus.prohibited) return "prohibited";
  if (answered === "blocked" || (status === accountStatus.blocked && answered !== "served"))
    return "blocked";
  if (status === accountStatus.frozen) return "frozen";
  return user && Number(user.trade_status ?? 1) === 0 ? "closing-only" : "normal";
}

/** The status that the code of a refusal means; undefined for any other code. */
export function limitedStatus(status: number): "prohibited" | "blocked" | undefined {
  if (status === codes.accountProhibited) return "prohibited";
  return status === codes.accountBlocked ? "blocked" : undefined;
}

/** The operator's reason in the data of such a refusal; empty where there is none. */
export function reasonIn(data: unknown): string {
  return typeof data === "object" &&
    data !== null &&
    "reason" in data &&
    typeof data.reason === "string"
    ? data.reason.trim()
    : "";
}
