import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { formatMoney } from "../../lib/format.ts";
import { Card } from "../../ui/card.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { holdingOf } from "../wallet/portfolio.ts";
import { useWallet } from "../wallet/use-wallet.ts";
import { balanceOf, hideAmountsAtom } from "../wallet/wallet-atoms.ts";

/** How much of a currency I hold, and what of it is bound. */
export function CurrencyHolding({ flag }: { flag: string | undefined }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { wallet } = useWallet();
  const holding = wallet && flag !== undefined ? holdingOf(balanceOf(wallet.balances, flag)) : undefined;
  const money = (amount: string, currency = flag ?? "") => formatMoney(amount, currency, i18n.locale, { hidden });
  const reasons = { orders: t`In open orders`, positions: t`In positions`, seconds: t`Staked in seconds contracts` };
  return (
    <Card title={t`What you hold`}>
      <KeyValues>
        <KeyValue label={t`Available`}>{holding ? money(holding.available) : <Skeleton width="half" />}</KeyValue>
        {holding?.locked.map(({ reason, amount }) => (
          <KeyValue key={reason} label={reasons[reason]}>
            {money(amount)}
          </KeyValue>
        ))}
        <KeyValue label={t`Worth`}>
          {holding ? holding.usdtValue === null ? <Trans>No price</Trans> : `≈ ${money(holding.usdtValue, "USDT")}` : <Skeleton width="half" />}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}
