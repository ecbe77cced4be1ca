import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Notice } from "#protocol/account.ts";

/** Title and content of a notice about a request that was reviewed. `amount` stands in the reader's own digits. */
export function decisionText(
  kind: "recharge" | "withdrawal" | "certification" | "bank_card",
  { status, card }: Notice["facts"],
  amount: string,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const isApproved = status === 1;
  const ending = card === undefined ? "" : String(card).slice(0, 40);
  switch (kind) {
    case "recharge":
      return isApproved
        ? [msg`Recharge approved`, msg`${amount} was credited to your account.`]
        : [msg`Recharge not accepted`, msg`Your recharge of ${amount} was not accepted.`];
    case "withdrawal":
      return isApproved
        ? [msg`Withdrawal approved`, msg`Your withdrawal of ${amount} was paid out.`]
        : [
            msg`Withdrawal not accepted`,
            msg`Your withdrawal of ${amount} was not accepted. The amount is available again.`,
          ];
    case "certification":
      return isApproved
        ? [msg`You are certified`, msg`What needs a certified identity is open to you.`]
        : [
            msg`Certification not accepted`,
            msg`Open the certification to see what is asked for again.`,
          ];
    case "bank_card":
      return isApproved
        ? [msg`Bank card accepted`, msg`Your bank card ${ending} can be used.`]
        : [msg`Bank card not accepted`, msg`Your bank card ${ending} was not accepted.`];
  }
}

/** Of a seconds contract that there were too few prices to settle. */
export function voidText(
  { void_reason: reason }: Notice["facts"],
  amount: string,
): [title: MessageDescriptor, content: MessageDescriptor] {
  return [
    msg`Seconds contract refunded`,
    reason === "exit"
      ? msg`There were too few prices to make its exit price. Its stake of ${amount} is back in your balance.`
      : msg`There were too few prices to make its entry price. Its stake of ${amount} is back in your balance.`,
  ];
}
