import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { CoinOrder } from "#protocol/spot.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { usePriceDecimals } from "../market/use-ticker.ts";
import { splitSymbol } from "../market/symbol-text.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { filledAny, receiptOf } from "./order-receipt.ts";

/** What an ended order brought: average, fee, what arrived and what came back. */
export function OrderReceiptRows({ order }: { order: CoinOrder }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const decimals = usePriceDecimals(order.symbol);
  if (!filledAny(order)) return null;
  const { base, quote } = splitSymbol(order.symbol);
  const [baseFlag, quoteFlag] = [base.toUpperCase(), quote.toUpperCase()];
  const { received, returned } = receiptOf(order);
  const money = (text: string, flag: string) => formatMoney(text, flag, i18n.locale, { hidden });
  return (
    <KeyValues>
      {order.avg_price !== null && (
        <KeyValue label={t`Average price`}>
          {formatPrice(order.avg_price, decimals, i18n.locale)} {quoteFlag}
        </KeyValue>
      )}
      <KeyValue label={t`Fee`} explanation={<Trans>Taken from what you receive.</Trans>}>
        {money(order.fee, order.fee_currency)}
      </KeyValue>
      {returned !== null && <KeyValue label={t`Came back`}>{money(returned, quoteFlag)}</KeyValue>}
      <KeyValue label={t`You received`} strong>
        {money(received, order.side === "buy" ? baseFlag : quoteFlag)}
      </KeyValue>
    </KeyValues>
  );
}
