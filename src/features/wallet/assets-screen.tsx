import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtom, useAtomValue } from "jotai";
import { useState } from "react";
import { SearchIcon } from "../../ui/action-icons.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { AssetsIcon, HistoryIcon, RechargeIcon, WithdrawIcon } from "../../ui/navigation-icons.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { InboxIcon } from "../../ui/status-icons.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { currenciesAtom } from "../platform/platform-atoms.ts";
import { useOnline } from "../platform/use-online.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { AccountChips } from "./account-chips.tsx";
import { EquityPanel } from "./equity-panel.tsx";
import { HoldingLocks } from "./holding-locks.tsx";
import { HoldingRow } from "./holding-row.tsx";
import {
  countHeld,
  holdingOf,
  portfolioTotal,
  searchHoldings,
  sortHoldings,
  withWithdrawals,
} from "./portfolio.ts";
import { heldByWithdrawals, waitingWithdrawalsQuery } from "./portfolio-withdrawals.ts";
import { TotalCard } from "./total-card.tsx";
import { useWallet } from "./use-wallet.ts";
import { hideAmountsAtom, hideZeroAtom } from "./wallet-atoms.ts";
import styles from "./assets-screen.module.css";

const fewHeld = 3;

/** What the account holds, free and bound, and what it is worth. */
export function AssetsScreen() {
  const { t } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const { wallet, error, refreshing, refresh } = useWallet();
  const currencies = useAtomValue(currenciesAtom);
  const hidden = useAtomValue(hideAmountsAtom);
  const [hideZeroChoice, setHideZero] = useAtom(hideZeroAtom);
  const blocked = useAtomValue(standingAtom) === "blocked";
  const [words, setWords] = useState("");

  const { data: waiting } = useQuery({ ...waitingWithdrawalsQuery(), enabled: authorized });
  const held = heldByWithdrawals(waiting?.list ?? []);

  const holdings =
    wallet &&
    sortHoldings(wallet.balances.map(holdingOf)).map((holding) =>
      withWithdrawals(holding, held.get(holding.flag) ?? "0"),
    );
  // A handful held would drown in a long list of nothings.
  const hideZero = hideZeroChoice ?? (holdings !== null && countHeld(holdings) <= fewHeld);
  const sum = holdings && portfolioTotal(holdings);
  const currencyOf = (flag: string) => currencies.find((currency) => currency.flag === flag);
  const shown =
    holdings && searchHoldings(holdings, words, (flag) => currencyOf(flag)?.name ?? "", hideZero);

  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Your balances appear here`}>
          <Trans>Log in to see what you hold.</Trans>
        </LoginWanted>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <TotalCard
        total={sum?.total}
        unpriced={sum?.unpriced ?? []}
        at={wallet?.at}
        failed={error !== null}
      />
      <AccountChips />
      <nav className={styles.actions} aria-label={t`Wallet`}>
        <Link to="/recharge" className={buttonClass({ look: "primary", wide: true })}>
          <RechargeIcon size={20} /> <Trans>Recharge</Trans>
        </Link>
        <Link to="/withdraw" className={buttonClass({ wide: true })}>
          <WithdrawIcon size={20} /> <Trans>Withdraw</Trans>
        </Link>
        <Link to="/withdraw/bankcard" className={buttonClass({ wide: true })}>
          <AssetsIcon size={20} /> <Trans>To a bank card</Trans>
        </Link>
        <Link to="/history" className={buttonClass({ wide: true })}>
          <HistoryIcon size={20} /> <Trans>History</Trans>
        </Link>
      </nav>
      <div className={styles.notices}>
        <AccountNotice />
        {error && wallet && !blocked && online && (
          <Banner
            tone="warning"
            action={
              <Button
                look="quiet"
                size="small"
                busy={refreshing}
                onClick={refresh}
              >{t`Try again`}</Button>
            }
          >
            <Trans>The balances could not be refreshed. These are the last ones.</Trans>
          </Banner>
        )}
      </div>
      {!online && (
        <p className={styles.offline}>
          <Trans>
            You are offline. These are your last balances; nothing can be moved until the connection
            is back.
          </Trans>
        </p>
      )}
      {wallet && <EquityPanel hidden={hidden} />}
      {holdings && <HoldingLocks holdings={holdings} hidden={hidden} />}
      {blocked && !wallet ? null : error && !wallet ? (
        <ErrorState
          title={t`Your balances did not arrive`}
          retryLabel={t`Try again`}
          onRetry={refresh}
          busy={refreshing}
        >
          <Trans>Nothing is lost: they are kept by the venue.</Trans>
        </ErrorState>
      ) : (
        <section aria-label={t`Balances`}>
          <div className={styles.tools}>
            <SearchField
              label={t`Search currencies`}
              clearLabel={t`Clear search`}
              value={words}
              onValue={setWords}
            />
            <Switch label={t`Hide zero balances`} checked={hideZero} onChecked={setHideZero} />
          </div>
          {!shown && <SkeletonRows count={6} />}
          {shown && shown.length > 0 && (
            <ul>
              {shown.map((holding) => (
                <li key={holding.flag}>
                  <HoldingRow
                    holding={holding}
                    currency={currencyOf(holding.flag)}
                    hidden={hidden}
                  />
                </li>
              ))}
            </ul>
          )}
          {shown?.length === 0 &&
            (words.trim() !== "" ? (
              <EmptyState
                compact
                icon={<SearchIcon />}
                title={t`No currency matches “${words.trim()}”`}
                action={<Button onClick={() => setWords("")}>{t`Clear search`}</Button>}
              />
            ) : (
              <EmptyState icon={<InboxIcon />} title={t`Nothing held yet`}>
                <Trans>Paper funds the venue gives and coins you buy appear here.</Trans>
              </EmptyState>
            ))}
        </section>
      )}
    </div>
  );
}
