import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { WithdrawalCurrency } from "#protocol/wallet.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { InboxIcon } from "../../ui/status-icons.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { useOnline } from "../platform/use-online.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { withdrawalCurrencyQuery } from "./queries.ts";
import { type WithdrawGate, useWithdrawGate } from "./use-withdraw-gate.ts";
import { useWithdrawal } from "./use-withdrawal.ts";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { WithdrawalGates } from "./withdrawal-gate.tsx";
import { WithdrawalRecords } from "./withdrawal-records.tsx";
import styles from "./withdraw.module.css";

export interface WithdrawScreenProps {
  here: "/withdraw" | "/withdraw/bankcard";
  /** The form of this way out. */
  form: (parts: {
    currencies: readonly WithdrawalCurrency[];
    gate: WithdrawGate;
    withdrawal: ReturnType<typeof useWithdrawal>;
  }) => ReactNode;
}

/** Money going out, by one of the two ways: what it needs first, the form, and what became of earlier ones. */
export function WithdrawScreen({ here, form }: WithdrawScreenProps) {
  const { t } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const blocked = useAtomValue(standingAtom) === "blocked";
  const gate = useWithdrawGate();
  const withdrawal = useWithdrawal();
  const words = useWithdrawWords();
  const currencies = useQuery({ ...withdrawalCurrencyQuery(), enabled: authorized });
  const usable = currencies.data?.filter(({ networks, bank }) =>
    here === "/withdraw" ? networks.length > 0 : bank?.enabled === 1,
  );
  const { found, seen } = withdrawal;

  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Withdrawals are made here`}>
          <Trans>Log in to withdraw.</Trans>
        </LoginWanted>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <nav className={styles.kinds} aria-label={t`Ways out`}>
        <Link to="/withdraw" replace activeOptions={{ exact: true }}>
          <Trans>To an address</Trans>
        </Link>
        <Link to="/withdraw/bankcard" replace>
          <Trans>To a bank card</Trans>
        </Link>
      </nav>
      <AccountNotice />
      {found && (
        <Banner tone="success" live onClose={seen} closeLabel={t`Close`}>
          <Trans>
            The venue did get your withdrawal of {words.money(found.amount, found.flag)}. It stands
            in the list below.
          </Trans>
        </Banner>
      )}
      {!blocked && <WithdrawalGates gate={gate} here={here} />}
      {!usable &&
        !blocked &&
        (currencies.error || !online ? (
          <ErrorState
            title={t`The networks did not arrive`}
            retryLabel={t`Try again`}
            onRetry={() => void currencies.refetch()}
            busy={currencies.isFetching}
          >
            {online ? (
              <Trans>Without them nothing can be withdrawn. Nothing is lost.</Trans>
            ) : (
              <Trans>You are offline, and this device has no copy.</Trans>
            )}
          </ErrorState>
        ) : (
          <SkeletonRows count={5} />
        ))}
      {usable?.length === 0 && (
        <EmptyState icon={<InboxIcon />} title={t`Nothing can be withdrawn this way now`}>
          <Trans>The venue offers no way out at present. Look again later.</Trans>
        </EmptyState>
      )}
      {usable && usable.length > 0 && currencies.error && (
        <Banner
          tone={online ? "warning" : "offline"}
          action={
            <Button
              look="quiet"
              size="small"
              busy={currencies.isFetching}
              onClick={() => void currencies.refetch()}
            >{t`Try again`}</Button>
          }
        >
          <Trans>
            Networks and fees could not be refreshed. The figures before you confirm are always the
            venue's own.
          </Trans>
        </Banner>
      )}
      {usable && usable.length > 0 && form({ currencies: usable, gate, withdrawal })}
      {!blocked && <WithdrawalRecords />}
    </div>
  );
}
