import { accountStatus, type User } from "#protocol/user.ts";

/** What an account may do (contract.md, 3), from the widest limit to none. */
export type Standing = "prohibited" | "blocked" | "frozen" | "closing-only" | "normal";

/**
 * @param answered what the venue last did with a private call of this session: refused it with 300001, or
 *   served it. It knows better than the user it described earlier.
 */
export function standingOf(
  user: Pick<User, "status" | "trade_status"> | null,
  answered: "blocked" | "served" | undefined,
): Standing {
  const status = Number(user?.status ?? 0);
  if (status === accountStatus.prohibited) return "prohibited";
  if (answered === "blocked" || (status === accountStatus.blocked && answered !== "served"))
    return "blocked";
  if (status === accountStatus.frozen) return "frozen";
  return user && Number(user.trade_status ?? 1) === 0 ? "closing-only" : "normal";
}

/** The standing that a refusal of any call tells; undefined where it is about something else. */
export function limitedStanding(status: number): "prohibited" | "blocked" | undefined {
  if (status === 200007) return "prohibited";
  return status === 300001 ? "blocked" : undefined;
}

/** The operator's words that come with such a refusal; empty where there are none. */
export function reasonIn(data: unknown): string {
  return typeof data === "object" &&
    data !== null &&
    "reason" in data &&
    typeof data.reason === "string"
    ? data.reason.trim()
    : "";
}
