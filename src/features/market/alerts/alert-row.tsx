import { Trans, useLingui } from "@lingui/react/macro";
import type { PriceAlert } from "#protocol/api/price-alerts.ts";
import { formatAmount, formatDateTime, formatPercent, formatSpan } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { CloseIcon } from "../../../ui/icons/action-icons.tsx";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { useOnline } from "../../platform/use-online.ts";
import { marketStore } from "../feed/market-store.ts";
import { symbolName } from "../feed/symbol-name.ts";
import styles from "./alert-sheet.module.css";
import { settingAlert } from "./alerts-query.ts";

/** What one alert waits for, whether it was reached, and what can be done with it. */
export function AlertRow({ alert }: { alert: PriceAlert }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const setting = useFormWrite({ ...settingAlert, name: `set-price-alert-${alert.id}` });
  const { id, state } = alert;
  const words = useAlertWords(alert);
  const name = symbolName(alert.symbol, marketStore.ticker(alert.symbol));
  const time = formatDateTime(alert.reached_time, i18n.locale);
  const reached = formatAmount(alert.reached_price || "0", i18n.locale);
  const offlineReason = online ? undefined : t`You are offline.`;
  const isActive = state === "active";
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p>
          {alert.market === "contract" ? (
            <Trans>
              {name} contract: {words}
            </Trans>
          ) : (
            <Trans>
              {name}: {words}
            </Trans>
          )}
        </p>
        <p className={styles.soft}>
          {state === "off" ? (
            <Trans>Switched off</Trans>
          ) : alert.count > 0 ? (
            <Trans>
              Reached {time}, at {reached}
            </Trans>
          ) : alert.again === 1 ? (
            <Trans>Waits, again and again</Trans>
          ) : (
            <Trans>Waits, once</Trans>
          )}
        </p>
        {setting.error && (
          <p role="alert">
            <Trans>Not changed. Try again.</Trans>
          </p>
        )}
      </div>
      <Button
        size="small"
        look="quiet"
        busy={setting.isPending}
        disabledReason={offlineReason}
        onClick={() => setting.send({ id, state: isActive ? "off" : "active" })}
      >
        {isActive ? t`Switch off` : state === "off" ? t`Switch on` : t`Set again`}
      </Button>
      <IconButton
        label={t`Remove: ${name}, ${words}`}
        icon={<CloseIcon size={20} />}
        disabled={!online || setting.isPending}
        onClick={() => setting.send({ id, state: "removed" })}
      />
    </li>
  );
}

function useAlertWords({ kind, price, percent, window }: PriceAlert): string {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const level = price === "" ? "" : formatAmount(price, locale);
  const span = formatSpan(window * 60, locale);
  const change = percent === "" ? "" : formatPercent(percent, locale).replace("+", "");
  switch (kind) {
    case "above":
      return t`above ${level}`;
    case "below":
      return t`below ${level}`;
    case "cross":
      return t`crosses ${level}`;
    case "rise":
      return t`up ${change} in ${span}`;
    case "fall":
      return t`down ${change} in ${span}`;
  }
}
