import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { CoinOrder } from "#protocol/spot.ts";
import { formatDateTime, formatMoney, formatPrice } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { usePriceDecimals } from "../market/use-ticker.ts";
import { splitSymbol, symbolText } from "../market/symbol-text.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { endReasonTexts, orderStateTexts } from "./order-texts.ts";

/** The numbers of an order; amounts the person hides stay hidden. */
export function OrderFacts({ order }: { order: CoinOrder }) {
  const { t, i18n } = useLingui();
  const { base, quote } = splitSymbol(order.symbol);
  const hidden = useAtomValue(hideAmountsAtom);
  const decimals = usePriceDecimals(order.symbol);
  const figure = (text: string, unit: string) => formatMoney(text, unit.toUpperCase(), i18n.locale, { hidden });
  const reason = endReasonTexts[order.reason ?? ""];
  return (
    <KeyValues>
      <KeyValue label={t`Market`}>{symbolText(order.symbol)}</KeyValue>
      <KeyValue label={t`Side`} tone={order.side === "buy" ? "up" : "down"}>{order.side === "buy" ? t`Buy, market order` : t`Sell, market order`}</KeyValue>
      <KeyValue label={t`State`}>{i18n._(orderStateTexts[order.state])}</KeyValue>
      {order.reason !== null && order.reason !== "" && <KeyValue label={t`Ended because`}>{reason ? i18n._(reason) : order.reason}</KeyValue>}
      <KeyValue label={t`Wanted`}>{order.value !== null ? figure(order.value, quote) : figure(order.amount ?? "0", base)}</KeyValue>
      <KeyValue label={t`Filled`}>{figure(order.filled_amount, base)}</KeyValue>
      <KeyValue label={order.side === "buy" ? t`Paid` : t`Sold for`}>{figure(order.filled_value, quote)}</KeyValue>
      {order.avg_price !== null && <KeyValue label={t`Average price`}>{formatPrice(order.avg_price, decimals, i18n.locale)} {quote.toUpperCase()}</KeyValue>}
      <KeyValue label={t`Fee`}>{figure(order.fee, order.fee_currency)}</KeyValue>
      {/[1-9]/.test(order.frozen) && <KeyValue label={t`Still set aside`}>{figure(order.frozen, order.side === "buy" ? quote : base)}</KeyValue>}
      <KeyValue label={t`Placed`}>{formatDateTime(order.create_time, i18n.locale)}</KeyValue>
      {order.finish_time !== null && <KeyValue label={t`Ended`}>{formatDateTime(order.finish_time, i18n.locale)}</KeyValue>}
    </KeyValues>
  );
}
