import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "../../lib/clock.ts";

/** What an authenticator is asked for; an answer to one is none to another. */
export type ChallengePurpose = "login" | `add ${number}` | `confirm ${number}`;

const lifeMs = 5 * 60_000;
const randomBytes = 16;
/** A time of 48 bits, the random bytes, and half of an HMAC-SHA-256. */
const length = { time: 6, seal: 16 };

/**
 * A challenge that the venue knows again without having stored it: asking for many fills nothing. One that was
 * used is written down (`spendChallenge`).
 */
export function makeChallenge(
  serverKey: KeyObject,
  random: RandomBytes,
  purpose: ChallengePurpose,
  now: number,
): Buffer {
  const time = Buffer.alloc(length.time);
  time.writeUIntBE(now, 0, length.time);
  const open = Buffer.concat([time, random(randomBytes)]);
  return Buffer.concat([open, sealOf(serverKey, purpose, open)]);
}

/** Whether this venue made the challenge for this purpose, less than five minutes ago. @param challenge base64url */
export function isOwnChallenge(
  serverKey: KeyObject,
  challenge: string,
  purpose: ChallengePurpose,
  now: number,
): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== length.time + randomBytes + length.seal) return false;
  if (bytes.toString("base64url") !== challenge) return false;
  const open = bytes.subarray(0, length.time + randomBytes);
  const seal = bytes.subarray(open.length);
  const age = now - open.readUIntBE(0, length.time);
  return age >= 0 && age < lifeMs && timingSafeEqual(seal, sealOf(serverKey, purpose, open));
}

function sealOf(serverKey: KeyObject, purpose: ChallengePurpose, open: Uint8Array): Buffer {
  return createHmac("sha256", serverKey)
    .update(`passkey ${purpose}\n`)
    .update(open)
    .digest()
    .subarray(0, length.seal);
}
