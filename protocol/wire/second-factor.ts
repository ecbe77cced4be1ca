/** How the venue asks for a second factor: {@link codes.wrongCode} with this, where a code of it is missing or wrong. */
import * as codes from "./error-codes.ts";

export const factorWanted = { factor: "totp" } as const;

/** Whether a refusal asks for a second factor, and not for a code that was sent. */
export function wantsFactor(status: number | null, data: unknown): boolean {
  return (
    status === codes.wrongCode &&
    typeof data === "object" &&
    data !== null &&
    "factor" in data &&
    data.factor === factorWanted.factor
  );
}
