import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { formatAmount, parsePrice } from "#protocol/wire/amount.ts";
import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Sheet, useLast } from "../../../ui/layers/sheet.tsx";
import { PriceField } from "../../trade/ticket/price-field.tsx";
import type { ContractFacts } from "../figures/contract-figures.ts";
import styles from "../figures/contract-sheet.module.css";

interface OrderPriceSheetProps {
  /** The order whose price is to be another; null while there is none. */
  order: ContractOrder | null;
  facts: ContractFacts | undefined;
  /** A plain decimal in the contract's ticks. */
  onPrice: (order: ContractOrder, price: string) => void;
  onClose: () => void;
}

/** Asks for the new price of a waiting order, as a drag of its line does. */
export function OrderPriceSheet({ order, facts, onPrice, onClose }: OrderPriceSheetProps) {
  const { t } = useLingui();
  const last = useLast(order);
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={t`Change the price`}
      closeLabel={t`Close`}
    >
      {last && facts && <PriceForm key={last.id} order={last} facts={facts} onPrice={onPrice} />}
    </Sheet>
  );
}

function PriceForm({
  order,
  facts: { market, asks, bids },
  onPrice,
}: {
  order: ContractOrder;
  facts: ContractFacts;
  onPrice: OrderPriceSheetProps["onPrice"];
}) {
  const { t, i18n } = useLingui();
  const decimals = market.terms.price;
  const [text, setText] = useState(toInputText(order.price ?? "", i18n.locale));
  const typed = parseNumber(text, i18n.locale, { maxDecimals: decimals });
  const price = typed.ok ? typed.value : undefined;
  const ticks = price === undefined ? undefined : parsePrice(price, decimals);
  const isPrice = ticks !== undefined && ticks > 0n;
  const isOther = isPrice && ticks !== parsePrice(order.price ?? "", decimals);
  const best = (levels: ContractFacts["asks"]) =>
    levels[0] && formatAmount(levels[0].price, decimals);
  return (
    <form
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (isOther && price !== undefined) onPrice(order, price);
      }}
    >
      <PriceField
        name="order-price"
        label={t`Limit price`}
        decimals={decimals}
        value={text}
        problem={text !== "" && !isPrice ? t`Enter a price.` : undefined}
        picks={[
          { label: t`Bid`, price: best(bids) },
          { label: t`Ask`, price: best(asks) },
        ]}
        showPicks
        onValue={setText}
        onEditing={() => {}}
      />
      <p className={styles.note}>
        <Trans>
          The old order is cancelled when the new one stands. You confirm it in the next step.
        </Trans>
      </p>
      <Button
        wide
        type="submit"
        disabledReason={isOther ? undefined : t`Enter another price than the order has.`}
      >{t`Go on`}</Button>
    </form>
  );
}
