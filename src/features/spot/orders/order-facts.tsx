import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { trimZeros } from "#protocol/wire/amount.ts";
import { timesInForce, type CoinFill, type CoinOrder } from "#protocol/api/spot.ts";
import type { Bill } from "#protocol/api/wallet.ts";
import { formatDateTime, formatMoney, formatPrice } from "../../../lib/format.ts";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { usePriceDecimals } from "../../market/feed/use-ticker.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { feesByRole, flagsOf, isSome, movedBy } from "./order-figures.ts";
import { filledAny } from "./order-summary.ts";
import { endReasonTexts, timeInForceTexts } from "./order-messages.ts";
import { useOrderWords } from "./use-order-messages.ts";
import styles from "./order-detail.module.css";

export interface OrderFactsProps {
  order: CoinOrder & { fills: readonly CoinFill[] };
  /** What it moved in the account; undefined while that is not known whole. */
  bills: readonly Bill[] | undefined;
  /** Leads to the order it took the place of. */
  onOrder?: ((orderId: string) => void) | undefined;
}

/** The numbers of an order; amounts the person hides stay hidden. */
export function OrderFacts({ order, bills, onOrder }: OrderFactsProps) {
  const { t, i18n } = useLingui();
  const { base, quote } = flagsOf(order);
  const hidden = useAtomValue(hideAmountsAtom);
  const decimals = usePriceDecimals(order.symbol);
  const words = useOrderWords(order);
  const figure = (text: string, unit: string) =>
    formatMoney(text, unit, i18n.locale, { whole: true, hidden });
  const price = (text: string) => `${formatPrice(text, decimals, i18n.locale)} ${quote}`;
  const time = (at: number) => formatDateTime(at, i18n.locale);
  const reason = endReasonTexts[order.reason ?? ""];
  const tif = order.price === null ? undefined : timesInForce.find((known) => known === order.tif);
  const paidIn = order.side === "buy" ? quote : base;
  const moved = bills && movedBy(order, bills);
  const fees = feesByRole(order.fills);
  const { replaces } = order;
  const stop = order.stop_price === null ? undefined : price(order.stop_price);
  return (
    <KeyValues>
      <KeyValue label={t`Order`} tone={order.side === "buy" ? "up" : "down"}>
        {words.side}, {words.type}
      </KeyValue>
      <KeyValue label={t`State`}>{words.state}</KeyValue>
      {order.reason !== null && order.reason !== "" && (
        <KeyValue label={t`Ended because`}>{reason ? i18n._(reason) : order.reason}</KeyValue>
      )}
      {order.price !== null && order.type !== "market" && (
        <KeyValue
          label={t`Limit`}
          explanation={<Trans>It never trades at a worse price than this.</Trans>}
        >
          {price(order.price)}
        </KeyValue>
      )}
      {stop !== undefined && (
        <KeyValue
          label={t`Stop price`}
          explanation={
            <Trans>
              When the last trade of the market reaches it, the order goes to the market.
            </Trans>
          }
        >
          {order.operator === "gte"
            ? t`${stop} or more`
            : order.operator === "lte"
              ? t`${stop} or less`
              : stop}
        </KeyValue>
      )}
      {stop !== undefined && (
        <KeyValue label={t`Reached`}>
          {order.trigger_time === null ? t`Not reached` : time(order.trigger_time)}
        </KeyValue>
      )}
      {tif && (
        <KeyValue label={t`Time in force`} explanation={i18n._(timeInForceTexts[tif].text)}>
          {i18n._(timeInForceTexts[tif].label)}
        </KeyValue>
      )}
      <KeyValue label={t`Wanted`}>
        {order.value !== null ? figure(order.value, quote) : figure(order.amount ?? "0", base)}
      </KeyValue>
      <KeyValue label={t`Filled`}>{figure(order.filled_amount, base)}</KeyValue>
      {filledAny(order) && (
        <KeyValue label={order.side === "buy" ? t`Paid` : t`Sold for`}>
          {figure(order.filled_value, quote)}
        </KeyValue>
      )}
      {order.avg_price !== null && (
        <KeyValue label={t`Average price`}>{price(order.avg_price)}</KeyValue>
      )}
      {fees.length === 0 && filledAny(order) && (
        <KeyValue label={t`Fee`}>{figure(order.fee, order.fee_currency)}</KeyValue>
      )}
      {fees.map(({ role, fee }) => (
        <KeyValue
          key={role}
          label={role === "maker" ? t`Maker fee` : t`Taker fee`}
          explanation={
            role === "maker" ? (
              <Trans>
                For what filled while the order rested in the book. Taken from what you receive.
              </Trans>
            ) : (
              <Trans>For what filled at once from the book. Taken from what you receive.</Trans>
            )
          }
        >
          {figure(fee, order.fee_currency)}
        </KeyValue>
      ))}
      {moved && <KeyValue label={t`Set aside`}>{figure(moved.aside, paidIn)}</KeyValue>}
      {moved && isSome(moved.back) && (
        <KeyValue label={t`Came back`}>{figure(moved.back, paidIn)}</KeyValue>
      )}
      {isSome(order.frozen) && (!moved || moved.aside !== trimZeros(order.frozen)) && (
        <KeyValue label={t`Still set aside`}>{figure(order.frozen, paidIn)}</KeyValue>
      )}
      {replaces !== null && (
        <KeyValue label={t`Took the place of`}>
          {onOrder ? (
            <button type="button" className={styles.link} onClick={() => onOrder(replaces)}>
              {replaces}
            </button>
          ) : (
            replaces
          )}
        </KeyValue>
      )}
      <KeyValue label={t`Placed`}>{time(order.create_time)}</KeyValue>
      {order.finish_time !== null && (
        <KeyValue label={t`Ended`}>{time(order.finish_time)}</KeyValue>
      )}
    </KeyValues>
  );
}
