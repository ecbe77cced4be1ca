/**
 * The parts in which a language's texts are loaded: `start` with the language, each other one with a screen or a
 * sheet that needs it. scripts/build/catalog-parts.ts says which file's texts are in which part.
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

/** The parts that the screen at a path needs beside the start. A path that is missing needs none. */
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
  "/invite": ["account"],
  "/password/modify": ["account", "session"],
};

/** The parts that the screen at a path needs beside the start. */
export function textPartsOf(pathname: string): readonly LateTextPart[] {
  return byPath[pathname] ?? [];
}
