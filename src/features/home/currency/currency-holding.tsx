import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { formatMoney, formatTime, NO_NUMBER } from "../../../lib/format.ts";
import { buttonClass } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { RechargeIcon, WithdrawIcon } from "../../../ui/icons/navigation-icons.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { holdingOf } from "../../wallet/assets/portfolio.ts";
import {
  rechargeCurrencyQuery,
  withdrawalCurrencyQuery,
} from "../../wallet/assets/wallet-queries.ts";
import { useAgo } from "../../wallet/assets/use-ago.ts";
import { useWallet } from "../../wallet/assets/use-wallet.ts";
import { balanceOf, hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import facts from "../../market/header/market-screen.module.css";

/** Balances are read every ten seconds; the age of older ones is shown. */
const agedAfterMs = 30_000;
const worthIn = "USDT";

/** The user's balance of a currency, its locked parts with their reasons, and its value. */
export function CurrencyHolding({ flag }: { flag: string }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const online = useOnline();
  const { wallet, error, refresh, refreshing } = useWallet();
  const holding = wallet && holdingOf(balanceOf(wallet.balances, flag));
  const money = (amount: string) => formatMoney(amount, flag, i18n.locale, { whole: true, hidden });
  const reasons = {
    orders: t`In open orders`,
    positions: t`In positions`,
    seconds: t`Staked in seconds contracts`,
    withdrawals: t`In withdrawals`,
  };
  if (!wallet && (error || !online)) {
    return (
      <Card title={t`What you hold`}>
        <ErrorState
          compact
          title={t`Your balances did not arrive`}
          retryLabel={t`Try again`}
          onRetry={refresh}
          busy={refreshing}
        >
          <Trans>Nothing is lost: they are kept by the venue.</Trans>
        </ErrorState>
      </Card>
    );
  }
  return (
    <Card title={t`What you hold`}>
      <KeyValues>
        <KeyValue label={t`Available`}>
          {holding ? money(holding.available) : <Skeleton width="half" />}
        </KeyValue>
        {holding?.locked.map(({ reason, amount }) => (
          <KeyValue key={reason} label={reasons[reason]}>
            {money(amount)}
          </KeyValue>
        ))}
        {holding && holding.locked.length > 0 && (
          <KeyValue label={t`Together`}>{money(holding.total)}</KeyValue>
        )}
        {flag !== worthIn && (
          <KeyValue label={t`Worth`}>
            {holding ? (
              holding.usdtValue === null ? (
                NO_NUMBER
              ) : (
                `≈ ${formatMoney(holding.usdtValue, worthIn, i18n.locale, { hidden })}`
              )
            ) : (
              <Skeleton width="half" />
            )}
          </KeyValue>
        )}
      </KeyValues>
      {holding?.usdtValue === null && !holding.isZero && (
        <p className={facts.note}>
          <Trans>There is no price to value it by at present.</Trans>
        </p>
      )}
      <p className={facts.note}>
        {wallet ? <BalanceAge at={wallet.at} /> : <Skeleton width="short" />}
      </p>
      <MoneyActions flag={flag} />
    </Card>
  );
}

/** Links to recharge and withdraw, where they are open. The networks below show paused ones. */
function MoneyActions({ flag }: { flag: string }) {
  const isOpen = (
    currencies: readonly { flag: string; networks: readonly { status: number }[] }[] | undefined,
  ) =>
    currencies?.find((one) => one.flag === flag)?.networks.some(({ status }) => status === 1) ===
    true;
  const recharge = isOpen(useQuery(rechargeCurrencyQuery()).data);
  const withdrawal = isOpen(useQuery(withdrawalCurrencyQuery()).data);
  if (!recharge && !withdrawal) return null;
  return (
    <div className={facts.acts}>
      {recharge && (
        <Link to="/recharge" search={{ flag }} className={buttonClass({ wide: true })}>
          <RechargeIcon size={20} /> <Trans>Recharge</Trans>
        </Link>
      )}
      {withdrawal && (
        <Link to="/withdraw" search={{ flag }} className={buttonClass({ wide: true })}>
          <WithdrawIcon size={20} /> <Trans>Withdraw</Trans>
        </Link>
      )}
    </div>
  );
}

function BalanceAge({ at }: { at: number }) {
  const { i18n } = useLingui();
  const ago = useAgo(at, agedAfterMs);
  const time = formatTime(at, i18n.locale, { seconds: true });
  if (ago === undefined) return <Trans>As of {time}</Trans>;
  return (
    <Trans>
      As of {time}, {ago}
    </Trans>
  );
}
