import { Trans, useLingui } from "@lingui/react/macro";
import { formatAmount } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import type { RechargeCurrency } from "#protocol/api/wallet.ts";
import { CurrencyField } from "../assets/currency-field.tsx";
import type { RechargeChoice } from "./recharge-form.ts";
import styles from "./recharge.module.css";

export interface RechargeNetworksProps {
  currencies: readonly RechargeCurrency[];
  choice: RechargeChoice;
  /** What has still to be chosen; undefined before the first attempt to send. */
  problem: "currency" | "network" | undefined;
  onCurrency: (flag: string) => void;
  onNetwork: (network: string) => void;
}

/** Selects currency and network, and shows the limits of the network. */
export function RechargeNetworks({
  currencies,
  choice: { currency, network, missing },
  problem,
  onCurrency,
  onNetwork,
}: RechargeNetworksProps) {
  const { t, i18n } = useLingui();
  const sum = (amount: string) =>
    `${formatAmount(amount, i18n.locale)}\u00a0${currency?.flag ?? ""}`;
  return (
    <div className={styles.group}>
      {missing !== undefined && (
        <Banner tone="warning">
          <Trans>{missing} cannot be recharged here. Choose another currency.</Trans>
        </Banner>
      )}
      <CurrencyField
        currencies={currencies}
        value={currency?.flag ?? ""}
        problem={problem === "currency" ? t`Choose a currency.` : undefined}
        onValue={onCurrency}
      />
      {currency && (
        <Select
          label={t`Network`}
          value={network?.network ?? ""}
          placeholder={t`Choose the network you send by`}
          hint={t`The one that your other wallet sends by. Both sides must name the same.`}
          problem={problem === "network" ? t`Choose a network.` : undefined}
          options={currency.networks.map((one) => ({
            value: one.network,
            label: one.status === 1 ? one.network : t`${one.network} · paused`,
          }))}
          onValue={onNetwork}
        />
      )}
      {network?.status === 0 && (
        <Banner tone="warning">
          <Trans>
            Recharges by {network.network} are paused. Nothing that is sent now would be credited;
            choose another network, or come back later.
          </Trans>
        </Banner>
      )}
      {network && (
        <KeyValues dense>
          <KeyValue label={t`Fee`}>
            <Trans context="fee">None</Trans>
          </KeyValue>
          <KeyValue label={t`Smallest amount`}>{sum(network.min)}</KeyValue>
          {network.max !== null && (
            <KeyValue label={t`Largest amount at once`}>{sum(network.max)}</KeyValue>
          )}
          {network.confirmations !== null && (
            <KeyValue
              label={t`Confirmations`}
              explanation={t`How many blocks of this network a venue waits for before a real deposit counts. Paper waits for none.`}
            >
              {formatAmount(network.confirmations, i18n.locale)}
            </KeyValue>
          )}
          {network.confirmations_note !== "" && (
            <KeyValue label={t`The venue's note`}>{network.confirmations_note}</KeyValue>
          )}
        </KeyValues>
      )}
    </div>
  );
}
