import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import type { Certification } from "#protocol/api/certification.ts";
import { accountEndpoints } from "#protocol/api/account.ts";
import { certStatus } from "#protocol/api/user.ts";
import { invalidate } from "../../../api/query.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { authorizedAtom, userAtom } from "../../session/session-atoms.ts";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { CertificationFlow } from "./certification-flow.tsx";
import { CertificationState } from "./certification-state.tsx";
import { certificationQuery } from "./certification-queries.ts";
import { wantedFields } from "./certification-form.ts";
import { accountStatusAtom } from "../../session/account-status/account-status-atom.ts";
import styles from "./certification.module.css";

/** Who I am, for the venue: what it is good for, handing it in, and how far it is. */
export function CertificationScreen({ onward }: { onward: ReactNode }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const user = useAtomValue(userAtom);
  const blocked = useAtomValue(accountStatusAtom) === "blocked";
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery({
    ...certificationQuery(),
    enabled: authorized,
    refetchOnMount: "always",
  });
  const [filling, setFilling] = useState(false);

  // The rest of the app reads it from the user.
  const learn = useEffectEvent(() => void invalidate(client, accountEndpoints.userInfo));
  const isOther =
    data !== undefined && user !== null && data.certstatus !== Number(user.certstatus);
  useEffect(() => {
    if (isOther) learn();
  }, [isOther, data?.certstatus]);

  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Your certification stands here`}>
          <Trans>Log in to see how far it is.</Trans>
        </LoginWanted>
      </div>
    );
  }
  const time = formatDateTime(dataUpdatedAt, i18n.locale);
  return (
    <div className={styles.screen}>
      <AccountNotice />
      {data && !online && (
        <Banner tone="offline">
          <Trans>You are offline. This is as of {time}.</Trans>
        </Banner>
      )}
      {!data &&
        !blocked &&
        (error || !online ? (
          <ErrorState
            title={t`Your certification did not arrive`}
            retryLabel={t`Try again`}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {online ? (
              <Trans>How far it is, the venue alone knows.</Trans>
            ) : (
              <Trans>You are offline, and this device has no copy.</Trans>
            )}
          </ErrorState>
        ) : (
          <SkeletonRows count={4} lead={false} />
        ))}
      {data &&
        (filling && mayFill(data) ? (
          <CertificationFlow
            key={wantedFields(data).join()}
            certification={data}
            onLeave={() => setFilling(false)}
            onDone={() => setFilling(false)}
          />
        ) : (
          <CertificationState
            certification={data}
            onBegin={() => setFilling(true)}
            onward={onward}
          />
        ))}
    </div>
  );
}

function mayFill({ certstatus }: Certification): boolean {
  return certstatus !== certStatus.underReview && certstatus !== certStatus.certified;
}
