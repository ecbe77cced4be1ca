import { Trans, useLingui } from "@lingui/react/macro";
import type { Currency } from "#protocol/platform.ts";
import { formatAmount } from "../../lib/format.ts";
import { Card } from "../../ui/card.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { aboutTextOf } from "./currency-about-texts.ts";
import styles from "./currency-screen.module.css";

export interface CurrencyAboutProps {
  flag: string;
  /** Empty where nobody has told one. */
  name: string;
  about: Currency["about"];
}

/** What a currency is, as far as it stays true: no prices, no forecasts. */
export function CurrencyAbout({ flag, name, about }: CurrencyAboutProps) {
  const { t, i18n } = useLingui();
  const text = aboutTextOf(flag);
  const kinds = {
    coin: t`Coin of its own chain`,
    token: t`Token on another chain`,
    stablecoin: t`Stablecoin`,
  };
  if (name === "" && !about && !text) return null;
  return (
    <Card title={<Trans>About {flag}</Trans>}>
      {text && <p className={styles.about}>{i18n._(text)}</p>}
      <KeyValues>
        {name !== "" && <KeyValue label={t`Name`}>{name}</KeyValue>}
        {about?.kind && <KeyValue label={t`Kind`}>{kinds[about.kind]}</KeyValue>}
        {about?.launched !== undefined && (
          <KeyValue label={t`Since`}>{String(about.launched)}</KeyValue>
        )}
        {about?.max_supply !== undefined && (
          <KeyValue
            label={t`Maximum supply`}
            explanation={t`Its own rules set this number. How many there are today is another matter.`}
          >
            {formatAmount(about.max_supply, i18n.locale)} {flag}
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}
