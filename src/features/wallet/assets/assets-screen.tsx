import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtom, useAtomValue } from "jotai";
import { useState } from "react";
import { certStatus } from "#protocol/api/user.ts";
import { Button, buttonClass } from "../../../ui/actions/button.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { SearchIcon } from "../../../ui/icons/action-icons.tsx";
import {
  AssetsIcon,
  HistoryIcon,
  RechargeIcon,
  ShieldIcon,
  WithdrawIcon,
} from "../../../ui/icons/navigation-icons.tsx";
import { InboxIcon } from "../../../ui/icons/status-icons.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { Tag, type TagProps } from "../../../ui/text/tag.tsx";
import { Term } from "../../../ui/text/term.tsx";
import { currenciesAtom } from "../../platform/platform-atoms.ts";
import { useOnline } from "../../platform/use-online.ts";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { accountStatusAtom } from "../../session/account-status/account-status-atom.ts";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { authorizedAtom, userAtom } from "../../session/session-atoms.ts";
import styles from "./assets-screen.module.css";
import { EquityPanel } from "./equity-panel.tsx";
import { HoldingLocks, HoldingRow } from "./holdings.tsx";
import { waitingWithdrawalsQuery } from "./wallet-queries.ts";
import {
  countHeld,
  holdingOf,
  portfolioTotal,
  searchHoldings,
  sortHoldings,
  withWithdrawals,
  heldByWithdrawals,
} from "./portfolio.ts";
import { TotalCard } from "./total-card.tsx";
import { useWallet } from "./use-wallet.ts";
import { hideAmountsAtom, hideZeroAtom } from "./wallet-atoms.ts";

const fewHeld = 3;

/** The balances of the account, available and locked, and their value. */
export function AssetsScreen() {
  const { t } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const { wallet, error, refreshing, refresh } = useWallet();
  const currencies = useAtomValue(currenciesAtom);
  const hidden = useAtomValue(hideAmountsAtom);
  const [hideZeroChoice, setHideZero] = useAtom(hideZeroAtom);
  const blocked = useAtomValue(accountStatusAtom) === "blocked";
  const [search, setSearch] = useState("");

  const { data: waiting } = useQuery({ ...waitingWithdrawalsQuery(), enabled: authorized });
  const held = heldByWithdrawals(waiting?.list ?? []);

  const holdings =
    wallet &&
    sortHoldings(wallet.balances.map(holdingOf)).map((holding) =>
      withWithdrawals(holding, held.get(holding.flag) ?? "0"),
    );
  // A few held currencies would be hard to find in a long list of zero balances.
  const hideZero = hideZeroChoice ?? (holdings !== null && countHeld(holdings) <= fewHeld);
  const sum = holdings && portfolioTotal(holdings);
  const currencyOf = (flag: string) => currencies.find((currency) => currency.flag === flag);
  const shown =
    holdings && searchHoldings(holdings, search, (flag) => currencyOf(flag)?.name ?? "", hideZero);

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
    <div className={styles.screen} data-window="">
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
        <section className={styles.balances} aria-label={t`Balances`}>
          <div className={styles.tools}>
            <SearchField
              label={t`Search currencies`}
              clearLabel={t`Clear search`}
              value={search}
              onValue={setSearch}
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
            (search.trim() !== "" ? (
              <EmptyState
                compact
                icon={<SearchIcon />}
                title={t`No currency matches “${search.trim()}”`}
                action={<Button onClick={() => setSearch("")}>{t`Clear search`}</Button>}
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

const certMessages: Record<number, { text: MessageDescriptor; tone: TagProps["tone"] }> = {
  [certStatus.none]: { text: msg`Not certified`, tone: "plain" },
  [certStatus.underReview]: { text: msg`Certification under review`, tone: "info" },
  [certStatus.certified]: { text: msg`Certified`, tone: "success" },
  [certStatus.failed]: { text: msg`Certification failed`, tone: "warning" },
};

/** Credit score and certification of the account, each with an explanation. */
function AccountChips() {
  const { t, i18n } = useLingui();
  const user = useAtomValue(userAtom);
  if (!user) return null;
  const cert = certMessages[Number(user.certstatus)];
  const score = String(user.credit_score ?? "");
  return (
    <p className={styles.chips}>
      {score !== "" && (
        <Tag>
          <Term term={t`Credit score ${score}`}>
            <Trans>
              A figure that comes with every account. It stays as it is and changes nothing here.
            </Trans>
          </Term>
        </Tag>
      )}
      {cert && (
        <Link to="/certification" className={styles.link}>
          <Tag tone={cert.tone} icon={<ShieldIcon size={16} />}>
            {i18n._(cert.text)}
          </Tag>
        </Link>
      )}
    </p>
  );
}
