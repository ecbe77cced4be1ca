import type { RandomBytes } from "../../lib/clock.ts";

/** Characters that nobody mistakes for one another when read aloud. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** A user's own code is shorter than one that an operator makes, so that no code is both. */
export const codeLengths = { user: 8, operator: 12 } as const;

export function makeInvitationCode(random: RandomBytes, length: number): string {
  return Array.from(random(length), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}
