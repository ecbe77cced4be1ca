import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ContractFill, ContractOrder } from "#protocol/api/contracts.ts";
import { formatDateTime, formatMoney, formatTime } from "../../../lib/format.ts";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { TechnicalDetails } from "../../platform/technical-details.tsx";
import { useOrderPollMs } from "../../trade/own-orders/use-own-stream.ts";
import { LateSlipSection } from "../../trade/slips/late-slip-section.tsx";
import { contractCancelTerms } from "./contract-cancel.ts";
import { negated } from "../figures/position-size.ts";
import { contractOrderQuery } from "../figures/contract-queries.ts";
import { useContractOrderWords } from "./use-contract-order-messages.ts";
import type { ContractWords } from "../figures/use-contract-format.ts";
import styles from "../figures/contract-sheet.module.css";

/** A contract order whole: its figures, its fills and the snapshots that prove them. */
export function ContractOrderDetail({ orderId }: { orderId: string }) {
  const { t } = useLingui();
  const pollMs = useOrderPollMs();
  const { data, error, isFetching, refetch } = useQuery({
    ...contractOrderQuery(orderId),
    refetchInterval: ({ state }) =>
      state.data && contractCancelTerms.isOver(state.data) ? false : pollMs,
  });
  if (!data && error) {
    return (
      <ErrorState
        compact
        title={t`The order did not arrive`}
        retryLabel={t`Try again`}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        <Trans>It needs a connection once; then this device keeps it.</Trans>
      </ErrorState>
    );
  }
  if (!data)
    return (
      <div aria-busy="true">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} />
        ))}
      </div>
    );
  return <Known order={data} fills={data.fills} />;
}

function Known({ order, fills }: { order: ContractOrder; fills: readonly ContractFill[] }) {
  const { t, i18n } = useLingui();
  const { words, name, quantity, filled, at, state, source, average } =
    useContractOrderWords(order);
  const money = (text: string) =>
    formatMoney(text, words.quote, i18n.locale, { whole: true, hidden: words.hidden });
  const opens = order.offset === "open";
  return (
    <div className={styles.body}>
      <p className={styles.legs}>
        {name} {order.contract_code} {order.lever_rate}×
      </p>
      <KeyValues dense>
        <KeyValue label={t`State`}>{state}</KeyValue>
        {source !== undefined && <KeyValue label={t`Placed by`}>{source}</KeyValue>}
        <KeyValue label={t`Size`}>{quantity}</KeyValue>
        <KeyValue label={t`Filled`}>{filled}</KeyValue>
        <KeyValue label={t`Order price`}>{at}</KeyValue>
        {average !== null && <KeyValue label={t`Average price`}>{average}</KeyValue>}
        {opens && <KeyValue label={t`Still set aside`}>{money(order.margin_frozen)}</KeyValue>}
        <KeyValue label={t`Fee`}>{words.exactSigned(negated(order.fee))}</KeyValue>
        {!opens && (
          <KeyValue label={t`Realised profit`}>{words.exactSigned(order.realised)}</KeyValue>
        )}
        <KeyValue label={t`Placed`}>{formatDateTime(order.create_time, i18n.locale)}</KeyValue>
        {order.finish_time !== null && (
          <KeyValue label={t`Ended`}>{formatDateTime(order.finish_time, i18n.locale)}</KeyValue>
        )}
      </KeyValues>
      <section aria-label={t`Fills`}>
        <h3 className={styles.legs}>
          <Trans>Fills</Trans>
        </h3>
        {fills.length === 0 && (
          <p className={styles.note}>
            <Trans>Nothing has filled.</Trans>
          </p>
        )}
        <ul>
          {fills.map((fill) => (
            <li key={fill.trade_id}>
              <Fill fill={fill} words={words} locale={i18n.locale} />
            </li>
          ))}
        </ul>
      </section>
      <LateSlipSection market="contract" order={order} />
      <TechnicalDetails>
        <KeyValues dense>
          <KeyValue label={t`Order number`}>
            <span>
              {order.id}
              <CopyButton
                text={order.id}
                label={t`Copy the order's number`}
                copiedLabel={t`Copied`}
              />
            </span>
          </KeyValue>
          <KeyValue label={t`Number made by your device`}>{order.client_order_id}</KeyValue>
        </KeyValues>
      </TechnicalDetails>
    </div>
  );
}

function Fill({
  fill,
  words,
  locale,
}: {
  fill: ContractFill;
  words: ContractWords;
  locale: string;
}) {
  const { t } = useLingui();
  const fee = words.exactSigned(negated(fill.fee));
  const { source, version, mark_price: markPrice } = fill.evidence;
  const mark = words.price(markPrice);
  return (
    <div className={styles.group}>
      <span className={styles.heading}>
        <span>
          {words.size(fill.volume)} × {words.price(fill.price)}
        </span>
        <span>{formatTime(fill.create_time, locale, { seconds: true })}</span>
      </span>
      <span className={styles.note}>
        {fill.role === "maker" ? t`Maker` : t`Taker`} · {t`Fee ${fee}`} ·{" "}
        {t`snapshot ${version} of ${source}, mark ${mark}`}
      </span>
    </div>
  );
}
