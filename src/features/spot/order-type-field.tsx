import { useLingui } from "@lingui/react/macro";
import { orderTypes, timesInForce, type OrderType, type TimeInForce } from "#protocol/spot.ts";
import { ChoiceField } from "../trading/choice-field.tsx";
import { orderTypeTexts, timeInForceTexts, type ChoiceText } from "./order-type-texts.ts";
import { tifOf } from "./ticket-form.ts";

/** The type of an order, each with a sentence. */
export function OrderTypeField({
  value,
  onValue,
}: {
  value: OrderType;
  onValue: (type: OrderType) => void;
}) {
  const { t } = useLingui();
  return (
    <ChoiceField
      label={t`Order type`}
      value={value}
      choices={useChoices(orderTypes, orderTypeTexts)}
      onValue={onValue}
    />
  );
}

/** How long a limit order stands. */
export function TimeInForceField({
  type,
  value,
  onValue,
}: {
  type: OrderType;
  value: TimeInForce;
  onValue: (tif: TimeInForce) => void;
}) {
  const { t } = useLingui();
  const choices = useChoices(timesInForce, timeInForceTexts);
  const offered =
    type === "stop-limit" ? choices.filter((choice) => choice.value !== "post_only") : choices;
  return (
    <ChoiceField
      label={t`Time in force`}
      value={tifOf({ type, tif: value })}
      choices={offered}
      onValue={onValue}
      quiet
    />
  );
}

function useChoices<Value extends string>(
  values: readonly Value[],
  texts: Record<Value, ChoiceText>,
) {
  const { i18n } = useLingui();
  return values.map((value) => ({
    value,
    label: i18n._(texts[value].label),
    text: i18n._(texts[value].text),
  }));
}
