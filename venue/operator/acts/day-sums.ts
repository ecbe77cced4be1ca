import type { Db } from "../../store/schema.ts";
import { readMoneyActs } from "./operator-log-rows.ts";

/** Decimal text. */
export interface Money {
  flag: string;
  amount: string;
}

const dayMs = 86_400_000;

/**
 * The money that single operators have let through within a day: to one account, or by one operator of their own
 * accord. What two approved does not count.
 */
export async function daySums(
  db: Db,
  whose: { userId: number } | { by: string },
  now: number,
): Promise<Money[]> {
  const acts = await readMoneyActs(db, {
    since: now - dayMs,
    userId: "userId" in whose ? whose.userId : undefined,
    events:
      "userId" in whose
        ? ["system-recharge", "recharge-reviewed", "withdrawal-reviewed"]
        : ["system-recharge"],
  });
  return acts.flatMap(({ facts }) => {
    const { by, flag, amount, first } = JSON.parse(facts) as Partial<Record<string, unknown>>;
    const isTheirs = "userId" in whose || by === whose.by;
    return isTheirs && first === undefined && typeof flag === "string" && typeof amount === "string"
      ? [{ flag, amount }]
      : [];
  });
}
