import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { WithdrawalQuote } from "#protocol/api/withdrawal.ts";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AddressProblem, AddressReading } from "./address-read.ts";

/** Why an input is not accepted as an address, and what to do. */
const addressProblems: Record<AddressProblem, MessageDescriptor> = {
  missing: msg`Enter the address the money should go to.`,
  several: msg`This is more than one address, or has a gap inside. Paste one address alone.`,
  link: msg`This is a web address. Paste the wallet address itself.`,
  request: msg`This payment request asks for more than an address can say. Paste the address alone.`,
  hidden: msg`There are characters in it that cannot be seen. Copy it again from where it comes from.`,
  foreign: msg`There are letters in it that no address has, though they may look right. Copy it again from where it comes from.`,
  shortened: msg`This address is shortened in the middle. Copy the whole of it.`,
};

/** What is said about an address of a withdrawal. */
export function useAddressMessages() {
  const { t, i18n } = useLingui();
  return {
    /**
     * Why an input is not accepted as an address of a network; undefined where it is.
     * @param others the networks that the address fits
     */
    problem: (
      reading: AddressReading,
      network: string,
      others: readonly string[],
    ): string | undefined => {
      if (!reading.ok) return i18n._(addressProblems[reading.problem]);
      if (others.includes(network)) return undefined;
      const names = new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format(
        others.slice(0, 3),
      );
      return others.length > 0
        ? t`This is an address of ${names}, and you chose ${network}. Choose the network it belongs to.`
        : t`This is no address of ${network}: a character is wrong or missing. Copy it again.`;
    },
    /** Whether an address was saved or used before. */
    known: ({
      used,
      saved,
    }: Pick<WithdrawalQuote, "used" | "saved">): { text: string; tone: "warning" | "success" } => {
      if (used > 0)
        return {
          text: t`Used ${plural(used, { one: "once", other: "# times" })}`,
          tone: "success",
        };
      return saved === 1
        ? { text: t`Saved, never used`, tone: "success" }
        : { text: t`New address`, tone: "warning" };
    },
    /** Time left as `h:mm:ss` or `m:ss`. */
    countdown: (ms: number): string => {
      const seconds = Math.max(0, Math.ceil(ms / 1000));
      const [hours, minutes, rest] = [
        Math.floor(seconds / 3600),
        Math.floor(seconds / 60) % 60,
        seconds % 60,
      ];
      const pad = (part: number) => String(part).padStart(2, "0");
      return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
    },
  };
}
