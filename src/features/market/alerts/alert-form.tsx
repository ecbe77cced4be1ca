import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { type AlertKind, alertWindows } from "#protocol/api/price-alerts.ts";
import { invalidParameters } from "#protocol/wire/error-codes.ts";
import { formatPercent, formatPrice, formatSpan } from "../../../lib/format.ts";
import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import { plainPrice } from "../../../lib/plain-price.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { NumberField } from "../../../ui/fields/number-field.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import { useOnline } from "../../platform/use-online.ts";
import { symbolName } from "../feed/symbol-name.ts";
import { useFreshnessState, usePriceDecimals, useTicker } from "../feed/use-ticker.ts";
import styles from "./alert-sheet.module.css";
import type { AlertStart } from "./alert-start.ts";
import { addingAlert, type WantedAlert } from "./alerts-query.ts";

type Window = (typeof alertWindows)[number];

/** A new alert of a market: by a price, or by a change in a time. */
export function AlertForm({ symbol, market, price: first }: AlertStart) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const online = useOnline();
  const ticker = useTicker(symbol);
  const isLive = useFreshnessState(symbol).state === "live";
  const decimals = usePriceDecimals(symbol);
  const [kind, setKind] = useState<AlertKind>(first === undefined ? "above" : "cross");
  const [price, setPrice] = useState(() => (first === undefined ? "" : toInputText(first, locale)));
  const [percent, setPercent] = useState("");
  const [window, setWindow] = useState<Window>(60);
  const [again, setAgain] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const adding = useFormWrite(addingAlert, {
    onDone: () => {
      setPrice("");
      setPercent("");
      setAsked(false);
    },
  });
  const priceRefusals = useNumberMessages(decimals);
  const changeRefusals = useNumberMessages(2);
  const isChange = kind === "rise" || kind === "fall";
  const typed = isChange
    ? parseNumber(percent, locale, { maxDecimals: 2 })
    : parseNumber(price, locale, { maxDecimals: decimals });
  const isTyped = typed.ok && Number(typed.value) > 0 && (!isChange || Number(typed.value) < 1000);
  const name = symbolName(symbol, ticker);
  const now = ticker && formatPrice(ticker.close, decimals, locale);
  // A contract's is the mark price, which this screen does not have.
  const isThere =
    isTyped &&
    isLive &&
    market === "spot" &&
    ticker !== undefined &&
    ((kind === "above" && ticker.close >= Number(typed.value)) ||
      (kind === "below" && ticker.close <= Number(typed.value)));
  const spanOf = (minutes: Window) => formatSpan(minutes * 60, locale);

  function add(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isTyped) return;
    const wanted: WantedAlert = {
      market,
      symbol,
      kind,
      again: again ? 1 : 0,
      ...(isChange ? { percent: typed.value, window } : { price: typed.value }),
    };
    adding.send(wanted);
  }

  return (
    <form className={styles.form} onSubmit={add} aria-label={t`New alert for ${name}`} noValidate>
      <p>
        {market === "contract" && !isChange ? (
          <Trans>
            {name}, by the mark price. The last price is {now ?? "–"}.
          </Trans>
        ) : isLive ? (
          <Trans>
            {name}, now {now ?? "–"}.
          </Trans>
        ) : (
          <Trans>
            {name}, last known price {now ?? "–"}.
          </Trans>
        )}
      </p>
      <Segmented
        label={t`When the price is`}
        size="small"
        value={kind}
        options={[
          { value: "above", label: t`Above` },
          { value: "below", label: t`Below` },
          { value: "cross", label: t`Crosses` },
          { value: "rise", label: t`Rises` },
          { value: "fall", label: t`Falls` },
        ]}
        onValue={(next) => {
          setKind(next);
          setAsked(false);
        }}
      />
      {isChange ? (
        <>
          <NumberField
            label={t`By`}
            locale={locale}
            rules={{ maxDecimals: 2 }}
            refusals={changeRefusals}
            suffix="%"
            value={percent}
            problem={isAsked && !isTyped ? t`Enter a change of more than 0%.` : undefined}
            onValue={setPercent}
          />
          <Segmented
            label={t`Within`}
            size="small"
            value={String(window)}
            options={alertWindows.map((minutes) => ({
              value: String(minutes),
              label: spanOf(minutes),
            }))}
            onValue={(text) => setWindow(Number(text) as Window)}
          />
        </>
      ) : (
        <NumberField
          label={t`Price`}
          locale={locale}
          rules={{ maxDecimals: decimals }}
          refusals={priceRefusals}
          tick={plainPrice(10 ** -decimals, decimals)}
          stepFrom={ticker && plainPrice(ticker.close, decimals)}
          lessLabel={t`Lower price`}
          moreLabel={t`Higher price`}
          value={price}
          problem={isAsked && !isTyped ? t`Enter a price above 0.` : undefined}
          hint={isThere ? t`The price is there already: you hear of it at once.` : undefined}
          onValue={setPrice}
        />
      )}
      {!isChange && ticker && (
        <div className={styles.steps} role="group" aria-label={t`Away from now`}>
          {[-5, -1, 1, 5].map((step) => (
            <Button
              key={step}
              size="small"
              onClick={() =>
                setPrice(toInputText(plainPrice(ticker.close * (1 + step / 100), decimals), locale))
              }
            >
              {formatPercent(step, locale, 0)}
            </Button>
          ))}
        </div>
      )}
      <Switch
        label={t`Again and again`}
        hint={t`An hour apart at the earliest. Off: once.`}
        checked={again}
        onChecked={setAgain}
      />
      {adding.error && (
        <Banner tone="warning" live>
          {adding.error.status === invalidParameters ? (
            <Trans>You have as many alerts as one person may have. Remove one first.</Trans>
          ) : (
            <Trans>The alert was not set. Try again.</Trans>
          )}
        </Banner>
      )}
      <Button
        type="submit"
        look="primary"
        wide
        busy={adding.isPending}
        disabledReason={online ? undefined : t`You are offline.`}
      >
        <Trans>Set the alert</Trans>
      </Button>
    </form>
  );
}
