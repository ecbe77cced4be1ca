import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Tabs } from "../../ui/tabs.tsx";
import { OrderBook } from "./order-book.tsx";
import { TradeTape } from "./trade-tape.tsx";

/** What others offer, and what was just traded. */
export function BookAndTrades({ symbol }: { symbol: string }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<"book" | "trades">("book");
  return (
    <Tabs
      label={t`Order book and trades`}
      tabs={[{ id: "book", label: t`Order book` }, { id: "trades", label: t`Trades` }]}
      selected={shown}
      onSelect={setShown}
    >
      {shown === "book" ? <OrderBook symbol={symbol} rows={8} /> : <TradeTape symbol={symbol} rows={20} />}
    </Tabs>
  );
}
