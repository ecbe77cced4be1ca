import { useLingui } from "@lingui/react/macro";
import type { WithdrawalQuote } from "#protocol/withdrawal.ts";
import { Button } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { toInputText } from "../../lib/parse-number.ts";
import { useNumberRefusals } from "../platform/use-number-refusals.ts";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { boundText, mostOf, type AmountSummary, type WayOut } from "./withdraw-ways.ts";

export interface WithdrawAmountProps {
  way: WayOut;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
  problem: string | undefined;
  summary: AmountSummary;
  /** Decimal text, null where it is not known. */
  available: string | null;
  /** Masked on screen. */
  hidden: boolean;
  quote: WithdrawalQuote | undefined;
}

/** How much, all of it by a tap, and what it costs and brings: by the way's terms at once, by the venue's word when that is there. */
export function WithdrawAmount({
  way,
  text,
  onText,
  onLeave,
  problem,
  summary,
  available,
  hidden,
  quote,
}: WithdrawAmountProps) {
  const { t, i18n } = useLingui();
  const words = useWithdrawWords();
  const refusals = useNumberRefusals(way.precision);
  const money = (amount: string) => words.money(amount, way.flag);
  const most = mostOf(way, { available, dayLeft: quote?.day_left ?? null });
  const [min, max, dayMax] = [
    boundText(way, "min") ?? "0",
    boundText(way, "max"),
    boundText(way, "dayMax"),
  ];
  const fee = quote?.fee ?? summary.fee;
  const arrival = quote?.arrival ?? summary.arrival;
  const free = available === null ? "–" : hidden ? "••••••" : money(available);
  return (
    <>
      <NumberField
        label={t`Amount`}
        name="amount"
        aside={t`Available ${free}`}
        locale={i18n.locale}
        rules={{ maxDecimals: way.precision }}
        refusals={refusals}
        value={text}
        problem={problem}
        hint={max === null ? t`${money(min)} or more` : t`${words.figure(min)} to ${money(max)}`}
        suffix={
          <>
            {way.flag}
            <Button
              size="small"
              look="quiet"
              onClick={() => most !== undefined && onText(toInputText(most, i18n.locale))}
            >
              {t({ context: "largest amount", message: "Max" })}
            </Button>
          </>
        }
        onValue={onText}
        onBlur={onLeave}
      />
      <KeyValues>
        <KeyValue label={t`Fee`}>
          {words.fee(way)}
          {fee === undefined ? "" : ` · ${money(fee)}`}
        </KeyValue>
        {way.fiat !== "" && (
          <KeyValue
            label={t({ context: "of a currency in another", message: "Rate" })}
          >{t`1 ${way.flag} = ${words.money(way.rate, way.fiat)}`}</KeyValue>
        )}
        <KeyValue label={t`Arrives`} strong>
          {arrival === undefined ? "–" : words.money(arrival, way.fiat || way.flag)}
        </KeyValue>
        <KeyValue label={t`Leaves your balance`}>
          {summary.total === undefined ? "–" : money(quote?.total ?? summary.total)}
        </KeyValue>
        {dayMax !== null && (
          <KeyValue label={t`May leave today by this network`}>
            {quote?.day_left != null ? money(quote.day_left) : t`at most ${money(dayMax)}`}
          </KeyValue>
        )}
      </KeyValues>
    </>
  );
}
