import { holdingOf, portfolioTotal } from "../wallet/portfolio.ts";
import { TotalCard } from "../wallet/total-card.tsx";
import { useWallet } from "../wallet/use-wallet.ts";

/** All I hold, in one figure with its age. */
export function MyValue() {
  const { wallet, error } = useWallet();
  const sum = wallet ? portfolioTotal(wallet.balances.map(holdingOf)) : undefined;
  return (
    <TotalCard
      total={sum?.total}
      unpriced={sum?.unpriced ?? []}
      at={wallet?.at}
      failed={error !== null}
    />
  );
}
