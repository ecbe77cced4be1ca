import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { CoinOrder } from "#protocol/api/spot.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatMoney } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { CancelAllSheet } from "../../trade/confirm/cancel-all-sheet.tsx";
import type { CancelResult } from "../../trade/writes/cancel-all-kind.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { coinCancelAll } from "./coin-cancel.ts";
import { setAsideInAll } from "./order-figures.ts";
import { openOrdersQuery } from "./order-queries.ts";
import { useOrderWords } from "./use-order-messages.ts";
import styles from "./cancel-order.module.css";

export interface CoinCancelAllSheetProps {
  open: boolean;
  onClose: () => void;
  /** The market whose orders are meant; undefined for all markets. */
  symbol: string | undefined;
  /** The only orders that are meant. */
  chosen: readonly CoinOrder[] | undefined;
  /** What waits there now. */
  waiting: readonly CoinOrder[];
}

/** Asks whether to cancel all waiting orders, or those that were chosen: how many, where, and the released amount; then shows the outcome of each. */
export function CoinCancelAllSheet({
  open,
  onClose,
  symbol,
  chosen,
  waiting,
}: CoinCancelAllSheetProps) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const orders = chosen ?? waiting;
  return (
    <CancelAllSheet
      open={open}
      onClose={onClose}
      orders={orders}
      isOfChosen={chosen !== undefined}
      kind={coinCancelAll(
        chosen ? "chosen" : symbol === undefined ? "all" : { symbol },
        async () => (await client.fetchQuery({ ...openOrdersQuery(), staleTime: 0 })).list,
      )}
      asking={<Asking symbol={chosen ? undefined : symbol} orders={orders} />}
      refusal={(status) => i18n._(errorText(status))}
      results={(results) => <Results results={results} />}
    />
  );
}

function Asking({ symbol, orders }: { symbol: string | undefined; orders: readonly CoinOrder[] }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const markets = [...new Set(orders.map((order) => symbolName(order.symbol)))];
  const where = symbol === undefined ? markets.join(", ") : symbolName(symbol);
  return (
    <>
      <KeyValues>
        <KeyValue label={t`Orders`}>
          <Plural value={orders.length} one="# waiting order" other="# waiting orders" />
        </KeyValue>
        <KeyValue label={symbol === undefined ? t`Markets` : t`Market`}>{where}</KeyValue>
        {setAsideInAll(orders).map(({ amount, flag }) => (
          <KeyValue key={flag} label={t`Comes back`}>
            {formatMoney(amount, flag, i18n.locale, { hidden })}
          </KeyValue>
        ))}
      </KeyValues>
      <p className={styles.checking}>
        <Trans>What has filled stays as it is. Sells under review are not touched.</Trans>
      </p>
    </>
  );
}

function Results({ results }: { results: readonly CancelResult<CoinOrder>[] }) {
  const cancelled = results.filter(({ became }) => became === "cancelled").length;
  const isAll = cancelled === results.length;
  const count = results.length;
  return (
    <>
      <Banner tone={isAll ? "success" : "warning"} live>
        {isAll ? (
          <Plural
            value={count}
            one="# order cancelled. What it held came back."
            other="# orders cancelled. What they held came back."
          />
        ) : (
          <Trans>
            {cancelled} of {count} cancelled. What those held came back.
          </Trans>
        )}
      </Banner>
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={result.order.id}>
            <Result result={result} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Result({ result: { order, became } }: { result: CancelResult<CoinOrder> }) {
  const { t } = useLingui();
  const words = useOrderWords(order);
  return (
    <p className={styles.result}>
      <span>
        {words.market}: {words.name}
      </span>
      <span className={styles.became}>
        {became === "cancelled"
          ? t`Cancelled`
          : became === "open"
            ? t`Still waits`
            : became === "over"
              ? t`Ended`
              : words.state}
      </span>
    </p>
  );
}
