/**
 * The parts a language's texts are loaded in: `start` with the language, each other one where a screen or a
 * sheet speaks its word. Which file's texts stand in which part is told in scripts/text-parts.ts.
 */
export const textParts = [
  "start",
  "sheets",
  "session",
  "market",
  "spot",
  "contracts",
  "seconds",
  "wallet",
  "payments",
  "account",
] as const;

export type TextPart = (typeof textParts)[number];
/** Parts that are loaded where they are needed. */
export type LateTextPart = Exclude<TextPart, "start">;

/** What the screen at a path says beyond the start. A path that is not here is a screen of the start, or none. */
const byPath: Readonly<Record<string, readonly LateTextPart[]>> = {
  "/login": ["session"],
  "/register": ["session"],
  "/useragreement": ["session"],
  "/password/forgot": ["session"],
  "/coins": ["market", "spot"],
  "/contracts": ["market", "contracts"],
  "/seconds": ["market", "seconds"],
  "/currency/detail": ["market", "spot", "wallet"],
  "/assets": ["wallet"],
  "/history": ["wallet", "spot", "contracts", "seconds"],
  "/recharge": ["payments"],
  "/withdraw": ["payments"],
  "/withdraw/bankcard": ["payments"],
  "/password/withdraw": ["payments", "session"],
  "/certification": ["account"],
  "/security": ["account", "session"],
  "/password/modify": ["account", "session"],
};

/** The parts that the screen at a path needs beyond the start. */
export function textPartsOf(pathname: string): readonly LateTextPart[] {
  return byPath[pathname] ?? [];
}
