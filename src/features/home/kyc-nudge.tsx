import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtom, useAtomValue } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { certStatus } from "#protocol/user.ts";
import { Banner } from "../../ui/banner.tsx";
import { platformAtom } from "../platform/platform-atoms.ts";
import { userAtom } from "../session/session-atoms.ts";
import styles from "./home-screen.module.css";

/** Whose nudge was put away, and at which status: a failed review speaks up once more. */
const putAwayAtom = atomWithStorage<string>("godwit:kyc-nudge", "", undefined, { getOnInit: true });

/** That withdrawals ask for a certification, as long as there is something to do about it. */
export function KycNudge() {
  const { t } = useLingui();
  const user = useAtomValue(userAtom);
  const kyc = useAtomValue(platformAtom)?.base.kyc_required;
  const [putAway, setPutAway] = useAtom(putAwayAtom);
  const status = Number(user?.certstatus ?? certStatus.certified);
  const key = `${user?.id ?? ""}:${status}`;
  if (
    !user ||
    !kyc?.includes("withdrawal") ||
    (status !== certStatus.none && status !== certStatus.failed) ||
    putAway === key
  )
    return null;
  return (
    <div className={styles.nudge}>
      <Banner
        tone={status === certStatus.failed ? "warning" : "info"}
        closeLabel={t`Put this away`}
        onClose={() => setPutAway(key)}
      >
        {status === certStatus.failed ? (
          <Trans>Your certification was not accepted.</Trans>
        ) : (
          <Trans>A withdrawal asks for a certification once. Samples will do.</Trans>
        )}{" "}
        <Link to="/certification">
          {status === certStatus.failed ? <Trans>Correct it</Trans> : <Trans>Get certified</Trans>}
        </Link>
      </Banner>
    </div>
  );
}
