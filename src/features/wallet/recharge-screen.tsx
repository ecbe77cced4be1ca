import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { InboxIcon } from "../../ui/status-icons.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { useOnline } from "../platform/use-online.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { rechargeCurrencyQuery } from "./queries.ts";
import { rechargeable } from "./recharge-choice.ts";
import { RechargeFields } from "./recharge-fields.tsx";
import { rechargeChannelsQuery } from "./recharge-queries.ts";
import { RechargeRecords } from "./recharge-records.tsx";
import styles from "./recharge.module.css";

export interface RechargeScreenProps {
  /** The currency that a link asks for. */
  flag: string | undefined;
  onFlag: (flag: string) => void;
}

/** Paper funds coming in: where to, how much, what shows it; and what became of earlier ones. */
export function RechargeScreen({ flag, onFlag }: RechargeScreenProps) {
  const { t } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const blocked = useAtomValue(standingAtom) === "blocked";
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
    <div className={styles.screen}>
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
          // An answer of this visit is fresh; a kept one, or one that could not be renewed, shows its age.
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
