/** How the venue asks for a second factor: {@link codes.wrongCode} with this, where a code of it is missing or wrong. */
import * as codes from "./error-codes.ts";

/** `totp` where an authenticator's codes are one, `passkey` where passkeys alone are. */
export const factorWanted = { factor: "totp" } as const;
export const passkeyWanted = { factor: "passkey" } as const;

/** Stands before a passkey's answer as JSON, where it is given in the place of a code. */
export const passkeyFactor = "passkey:";

/** Whether a refusal asks for a second factor, and not for a code that was sent. */
export function wantsFactor(status: number | null, data: unknown): boolean {
  return status === codes.wrongCode && (isFactor(data, factorWanted) || wantsPasskey(data));
}

/** Whether a passkey alone is a second factor here. */
export function wantsPasskey(data: unknown): boolean {
  return isFactor(data, passkeyWanted);
}

function isFactor(data: unknown, wanted: { factor: string }): boolean {
  return (
    typeof data === "object" && data !== null && "factor" in data && data.factor === wanted.factor
  );
}
