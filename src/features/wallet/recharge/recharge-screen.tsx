import { Trans, useLingui } from "@lingui/react/macro";
import { classNames } from "../../../lib/class-names.ts";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { InboxIcon } from "../../../ui/icons/status-icons.tsx";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { accountStatusAtom } from "../../session/account-status/account-status-atom.ts";
import { useOnline } from "../../platform/use-online.ts";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { rechargeCurrencyQuery } from "../assets/wallet-queries.ts";
import { rechargeable } from "./recharge-form.ts";
import { RechargeFields } from "./recharge-fields.tsx";
import { rechargeChannelsQuery } from "./recharge-queries.ts";
import { RechargeRecords } from "./recharge-records.tsx";
import layout from "../../platform/forms/beside.module.css";
import styles from "./recharge.module.css";

export interface RechargeScreenProps {
  /** The currency named by a link. */
  flag: string | undefined;
  onFlag: (flag: string) => void;
}

/** Recharges of paper funds: the form, and the records of earlier ones. */
export function RechargeScreen({ flag, onFlag }: RechargeScreenProps) {
  const { t } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const blocked = useAtomValue(accountStatusAtom) === "blocked";
  const currencies = useQuery({ ...rechargeCurrencyQuery(), enabled: authorized });
  const channels = useQuery(rechargeChannelsQuery());
  const list = currencies.data && rechargeable(currencies.data);
  const retry = () => void Promise.all([currencies.refetch(), channels.refetch()]);

  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Recharges are made here`}>
          <Trans>Log in to ask for paper funds.</Trans>
        </LoginWanted>
      </div>
    );
  }
  return (
    <div className={classNames(styles.screen, layout.beside)} data-window="">
      <AccountNotice />
      {!list &&
        !blocked &&
        (currencies.error || !online ? (
          <ErrorState
            title={t`The networks did not arrive`}
            retryLabel={t`Try again`}
            onRetry={retry}
            busy={currencies.isFetching}
          >
            {online ? (
              <Trans>Without them there is no address to send to.</Trans>
            ) : (
              <Trans>You are offline, and this device has no copy.</Trans>
            )}
          </ErrorState>
        ) : (
          <SkeletonRows count={5} />
        ))}
      {list?.length === 0 && (
        <EmptyState icon={<InboxIcon />} title={t`Nothing can be recharged now`}>
          <Trans>The venue offers no network at present. Look again later.</Trans>
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <RechargeFields
          currencies={list}
          channels={channels.data}
          // An answer of this visit is fresh; a stored one, or one that could not be refreshed, shows its age.
          oldSince={
            channels.data && (!online || channels.error !== null)
              ? channels.dataUpdatedAt
              : undefined
          }
          channelsFailed={!channels.data && (channels.error !== null || !online)}
          flag={flag}
          onFlag={onFlag}
          onStale={retry}
        />
      )}
      {!blocked && <RechargeRecords />}
    </div>
  );
}
