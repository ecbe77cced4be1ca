import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as codes from "#protocol/wire/error-codes.ts";

export interface LoginText {
  text: MessageDescriptor;
  tone: "success" | "warning";
}

/** What came of a login, in words; an outcome this app does not know keeps its number. */
export function loginText(outcome: string): LoginText {
  if (outcome === "ok") return { text: msg`Logged in`, tone: "success" };
  switch (Number(outcome)) {
    case codes.wrongCredentials:
      return { text: msg`Wrong password`, tone: "warning" };
    case codes.tooManyAttempts:
      return { text: msg`Refused after too many tries`, tone: "warning" };
    case codes.accountProhibited:
      return { text: msg`Refused, account barred`, tone: "warning" };
    case codes.wrongCode:
      return { text: msg`Right password, no valid code`, tone: "warning" };
    default:
      return {
        text: {
          ...msg({ id: "security.refused", message: "Refused (No. {number})" }),
          values: { number: outcome },
        },
        tone: "warning",
      };
  }
}

/** A secret as one types it off a screen: in groups of four. */
export function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

/** The file of recovery codes: whose they are and what they are for, so that it explains itself years later. */
export function recoveryFile(
  recoveryCodes: readonly string[],
  { place, account, explanation }: { place: string; account: string; explanation: string },
): File {
  return new File(
    [[`${place} · ${account}`, explanation, "", ...recoveryCodes, ""].join("\n")],
    "godwit-recovery-codes.txt",
    { type: "text/plain" },
  );
}
