import { Trans, useLingui } from "@lingui/react/macro";
import { classNames } from "../../../../lib/class-names.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { WithdrawalCurrency } from "#protocol/api/wallet.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../../ui/states/skeleton.tsx";
import { InboxIcon } from "../../../../ui/icons/status-icons.tsx";
import { AccountNotice } from "../../../session/account-status/account-notice.tsx";
import { accountStatusAtom } from "../../../session/account-status/account-status-atom.ts";
import { useOnline } from "../../../platform/use-online.ts";
import { LoginWanted } from "../../../session/login-wanted.tsx";
import { authorizedAtom } from "../../../session/session-atoms.ts";
import { withdrawalCurrencyQuery } from "../../assets/wallet-queries.ts";
import { type WithdrawGate, WithdrawalGates, useWithdrawGate } from "./withdrawal-gate.tsx";
import { useWithdrawal } from "./use-withdrawal.ts";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import { WithdrawalRecords } from "../records/withdrawal-records.tsx";
import layout from "../../../platform/forms/beside.module.css";
import styles from "../withdraw.module.css";

export interface WithdrawScreenProps {
  here: "/withdraw" | "/withdraw/bankcard";
  /** Renders the form of this kind of withdrawal. */
  form: (parts: {
    currencies: readonly WithdrawalCurrency[];
    gate: WithdrawGate;
    withdrawal: ReturnType<typeof useWithdrawal>;
  }) => ReactNode;
}

/** Withdrawals to an address or a bank card: what is needed first, the form, and the records. */
export function WithdrawScreen({ here, form }: WithdrawScreenProps) {
  const { t } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const blocked = useAtomValue(accountStatusAtom) === "blocked";
  const gate = useWithdrawGate();
  const withdrawal = useWithdrawal();
  const messages = useWithdrawMessages();
  const currencies = useQuery({ ...withdrawalCurrencyQuery(), enabled: authorized });
  const usable = currencies.data?.filter(({ networks, bank }) =>
    here === "/withdraw" ? networks.length > 0 : bank?.enabled === 1,
  );
  const { found, dismiss } = withdrawal;

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
    <div className={classNames(styles.screen, layout.beside)} data-window="">
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
        <Banner tone="success" live onClose={dismiss} closeLabel={t`Close`}>
          <Trans>
            The venue did get your withdrawal of {messages.money(found.amount, found.flag)}. It
            stands in the list below.
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
