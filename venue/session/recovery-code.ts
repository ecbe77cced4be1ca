import { createHash } from "node:crypto";
import type { RandomBytes } from "../clock.ts";
import { base32Of } from "./totp.ts";

/** 120 bits each: more than anybody guesses, so that a plain hash keeps them. */
const codeBytes = 15;

/** A recovery code as it is shown, once: `ABCD-EFGH-…`, 24 characters nobody mistakes for one another. */
export function makeRecoveryCode(random: RandomBytes): string {
  return base32Of(random(codeBytes)).replace(/(.{4})(?=.)/g, "$1-");
}

/** What is stored of a code, however its owner types it. Without the server key, so that it still opens where that was lost. */
export function recoveryHash(userId: number, code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, "");
  return createHash("sha256").update(`${userId}:${plain}`).digest("hex");
}
