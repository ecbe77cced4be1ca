import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import { decimalText } from "#protocol/wire/amount.ts";
import { nameText, shownText } from "#protocol/api/endpoint.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatAmount, formatDateTime, formatPercent, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { percentOfFraction } from "../../market/feed/percent-of-fraction.ts";
import { closedText } from "../../trade/ticket/closed-messages.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";

const decimal = v.fallback(v.optional(decimalText), undefined);
const moment = v.fallback(
  v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  undefined,
);
const limitValue = v.fallback(
  v.optional(v.union([decimalText, v.pipe(v.number(), v.safeInteger(), v.minValue(0))])),
  undefined,
);

/** The limits that refusals of seconds contracts name in their data. */
const schema = v.object({
  min: decimal,
  max: decimal,
  left: decimal,
  odds: decimal,
  needed: decimal,
  available: decimal,
  limit: limitValue,
  until: moment,
  currency: v.fallback(v.optional(nameText(24)), undefined),
  field: v.fallback(v.optional(nameText(32)), undefined),
  reason: v.fallback(v.optional(shownText(200)), undefined),
});

type Limits = v.InferOutput<typeof schema>;

const stakeCurrency = "USDT";

/** Why a seconds contract was refused, with the limit that was reached; the general message of the code where none is named. */
export function secondsRefusalText(
  status: number,
  data: unknown,
  { locale, hidden }: { locale: string; hidden: boolean },
): MessageDescriptor {
  const parsed = v.safeParse(schema, data ?? {});
  return (
    (parsed.success ? limitText(status, parsed.output, locale, hidden) : undefined) ??
    errorText(status, data)
  );
}

/** The present odds named by a refusal; undefined for any other refusal. */
export function newOddsOf(status: number, data: unknown): string | undefined {
  const parsed = v.safeParse(schema, data);
  return status === codes.notTradable && parsed.success && parsed.output.reason === "odds"
    ? parsed.output.odds
    : undefined;
}

function limitText(
  status: number,
  limits: Limits,
  locale: string,
  hidden: boolean,
): MessageDescriptor | undefined {
  const money = (text: string) =>
    `${formatAmount(text, locale)}\u00a0${limits.currency ?? stakeCurrency}`;
  switch (status) {
    case codes.insufficientBalance: {
      const { needed, available } = limits;
      if (needed === undefined || available === undefined) return undefined;
      const [want, have] = hidden
        ? [HIDDEN_AMOUNT, HIDDEN_AMOUNT]
        : [money(needed), money(available)];
      return msg`Not enough: this needs ${want}, and ${have} is available.`;
    }
    case codes.oddsMissing:
      return msg`This duration is not offered any more. Choose another one.`;
    case codes.quantityMissing:
      return msg`A stake is missing. Enter how much.`;
    case codes.valueTooSmall:
      return limits.min === undefined
        ? undefined
        : msg`The stake is too small: at least ${money(limits.min)}.`;
    case codes.notTradable:
      return purchaseText(limits, locale, money);
    case codes.invalidParameters:
      if (limits.field === "risk_ack")
        return msg`The venue has a newer risk text than this app. Reload the app, read it there and try again.`;
      return limits.max === undefined
        ? undefined
        : msg`The stake is too large: at most ${money(limits.max)}.`;
    default:
      return undefined;
  }
}

/** Why no contract is accepted at present. */
function purchaseText(
  { reason, odds, until, limit, left }: Limits,
  locale: string,
  money: (text: string) => string,
): MessageDescriptor | undefined {
  const end = until === undefined ? undefined : formatDateTime(until, locale);
  const [sum, count] = [limit === undefined ? undefined : money(String(limit)), limit];
  switch (reason) {
    case "suspended":
      return msg`Seconds contracts on this market are closed at present. Try again later.`;
    case "odds":
      return odds === undefined
        ? msg`The odds have changed. Look at the new ones first.`
        : msg`The odds have changed to ${formatPercent(percentOfFraction(odds), locale, 0)} meanwhile. Nothing was staked.`;
    case "cool_off":
      return end === undefined
        ? msg`You are taking a break from new contracts.`
        : msg`You are taking a break: no new contract before ${end}.`;
    case "stake":
      return sum === undefined ? undefined : msg`Your own limit is ${sum} for one contract.`;
    case "pace":
      if (count === undefined) return undefined;
      return end === undefined
        ? msg`You have reached your own limit of ${count} contracts in 60 minutes.`
        : msg`You have reached your own limit of ${count} contracts in 60 minutes. The next one can be made from ${end} on.`;
    case "daily_loss":
      if (sum === undefined) return undefined;
      return left === undefined
        ? msg`Your own limit for one day is ${sum}.`
        : msg`Your own limit for one day is ${sum}; ${money(left)} is left of it.`;
    case "at_stake":
      if (sum === undefined) return undefined;
      return left === undefined
        ? msg`At most ${sum} may be at stake at once.`
        : msg`At most ${sum} may be at stake at once; ${money(left)} is left of it.`;
    case "running":
      return count === undefined
        ? undefined
        : msg`At most ${count} contracts may run at once. Wait until one has ended.`;
    default:
      return closedText(reason);
  }
}

/** Why the venue refused a seconds contract, in words, with the limit that was reached. */
export function useSecondsRefusalText(): (refusal: { status: number; data: unknown }) => string {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return ({ status, data }) =>
    i18n._(secondsRefusalText(status, data, { locale: i18n.locale, hidden }));
}
