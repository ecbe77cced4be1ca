import { Trans, useLingui } from "@lingui/react/macro";
import type { WithdrawalQuote } from "#protocol/api/withdrawal.ts";
import { Button } from "../../../../ui/actions/button.tsx";
import { Figure } from "../../../../ui/figures/figure.tsx";
import { KeyValue, KeyValues } from "../../../../ui/lists/key-values.tsx";
import { NumberField } from "../../../../ui/fields/number-field.tsx";
import { NO_NUMBER } from "../../../../lib/format.ts";
import { toInputText } from "../../../../lib/parse-number.ts";
import { useNumberMessages } from "../../../platform/forms/use-number-messages.ts";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import { boundText, mostOf, type AmountSummary, type WayOut } from "../withdraw-ways.ts";

export interface WithdrawAmountProps {
  way: WayOut;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
  problem: string | undefined;
  summary: AmountSummary;
  /** Decimal text, null where it is unknown. */
  available: string | null;
  quote: WithdrawalQuote | undefined;
}

/** The amount of a withdrawal, with fee and arrival: calculated from the terms at once, and replaced by the quote of the venue. */
export function WithdrawAmount({
  way,
  text,
  onText,
  onLeave,
  problem,
  summary,
  available,
  quote,
}: WithdrawAmountProps) {
  const { t, i18n } = useLingui();
  const messages = useWithdrawMessages();
  const refusals = useNumberMessages(way.precision);
  const money = (amount: string) => messages.money(amount, way.flag);
  const most = mostOf(way, { available, dayLeft: quote?.day_left ?? null });
  const [min, max, dayMax] = [
    boundText(way, "min") ?? "0",
    boundText(way, "max"),
    boundText(way, "dayMax"),
  ];
  const fee = quote?.fee ?? summary.fee;
  const arrival = quote?.arrival ?? summary.arrival;
  return (
    <>
      <NumberField
        label={t`Amount`}
        name="amount"
        aside={
          <>
            <Trans>Available</Trans>{" "}
            {available === null ? (
              NO_NUMBER
            ) : (
              <Figure
                text={messages.own(available, way.flag)}
                whole={messages.ownExact(available, way.flag)}
                label={t`Available`}
              />
            )}
          </>
        }
        locale={i18n.locale}
        rules={{ maxDecimals: way.precision }}
        refusals={refusals}
        value={text}
        problem={problem}
        hint={max === null ? t`${money(min)} or more` : t`${messages.figure(min)} to ${money(max)}`}
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
          {messages.fee(way)}
          {fee === undefined ? "" : ` · ${money(fee)}`}
        </KeyValue>
        {way.fiat !== "" && (
          <KeyValue
            label={t({ context: "of a currency in another", message: "Rate" })}
          >{t`1 ${way.flag} = ${messages.money(way.rate, way.fiat)}`}</KeyValue>
        )}
        <KeyValue label={t`Arrives`} strong>
          {arrival === undefined ? "–" : messages.money(arrival, way.fiat || way.flag)}
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
