import { createHmac, timingSafeEqual } from "node:crypto";

const stepMs = 30_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes of a secret: as long as the hash (RFC 4226, 4, R6). */
export const totpSecretBytes = 20;

/** The number of the 30 seconds a moment (Unix ms) lies in. */
export function totpStep(now: number): number {
  return Math.floor(now / stepMs);
}

/** The six digits of a step (RFC 6238 with SHA-1; RFC 4226, 5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/**
 * The step a code is of: the one of `now` or one beside it, later than any that was used; `undefined` where
 * it is of none. Storing the step is the caller's: a code is good once.
 */
export function usableTotpStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const given = Buffer.from(code);
  const current = totpStep(now);
  // Each is computed, so that the time taken tells nothing of which it was.
  const matching = [current - 1, current, current + 1].filter(
    (step) => step >= 0 && timingSafeEqual(Buffer.from(totpCode(secret, step)), given),
  );
  return matching.find((step) => step > lastStep);
}

/** Base32 without padding (RFC 4648, 6), as authenticators take a secret. */
export function base32Of(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let text = "";
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((held >>> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet.charAt((held << (5 - bits)) & 31) : text;
}

/** What an authenticator reads from a QR code or a link. */
export function totpUri({
  issuer,
  account,
  secret,
}: {
  issuer: string;
  account: string;
  secret: Uint8Array;
}): string {
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32Of(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
}
