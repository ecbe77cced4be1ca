import { totpCode, totpStep } from "../../../venue/session/second-factor/totp.ts";

/**
 * What an authenticator makes of the secret it was given.
 * @param now Unix ms
 * @param steps of 30 s before or after that
 */
export function authenticatorCode(secret: string, now: number, steps = 0): string {
  const bits = Array.from(secret, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return totpCode(bytes, totpStep(now) + steps);
}
