import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { formatMoney, formatRelative, formatTime, NO_NUMBER } from "../../lib/format.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { RechargeIcon, WithdrawIcon } from "../../ui/navigation-icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useVenueSecond } from "../market/venue-second.ts";
import { useOnline } from "../platform/use-online.ts";
import { holdingOf } from "../wallet/portfolio.ts";
import { rechargeCurrencyQuery, withdrawalCurrencyQuery } from "../wallet/queries.ts";
import { useWallet } from "../wallet/use-wallet.ts";
import { balanceOf, hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import facts from "../market/facts.module.css";

/** Balances are asked for every ten seconds; older ones are told so. */
const agedAfterMs = 30_000;
const worthIn = "USDT";

/** How much of a currency I hold, what of it is bound and by what, and what it is worth. */
export function CurrencyHolding({ flag }: { flag: string }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const online = useOnline();
  const { wallet, error, refresh, refreshing } = useWallet();
  const holding = wallet && holdingOf(balanceOf(wallet.balances, flag));
  const money = (amount: string, currency = flag) =>
    formatMoney(amount, currency, i18n.locale, { hidden });
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
                `≈ ${formatMoney(holding.usdtValue, worthIn, i18n.locale, { decimals: 2, hidden })}`
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

/** The ways in and out that are open; a paused one says so among the networks below. */
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
  const now = useVenueSecond() * 1000;
  const time = formatTime(at, i18n.locale, { seconds: true });
  if (now - at < agedAfterMs) return <Trans>As of {time}</Trans>;
  const ago = formatRelative(at, now, i18n.locale);
  return (
    <Trans>
      As of {time}, {ago}
    </Trans>
  );
}
