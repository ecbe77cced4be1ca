import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useEffect, type ReactNode } from "react";
import type { Certification } from "#protocol/api/certification.ts";
import { certStatus } from "#protocol/api/user.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Button, buttonClass } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { platformAtom } from "../../platform/platform-atoms.ts";
import { platformBaseQuery } from "../../platform/queries.ts";
import { useCountdown } from "../../session/form/use-countdown.ts";
import { certFields } from "./certification-form.ts";
import { useCertificationWords } from "./use-certification-messages.ts";
import { useRequestMessages } from "../use-request-messages.ts";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import styles from "./certification.module.css";

export interface CertificationStateProps {
  certification: Certification;
  onBegin: () => void;
  /** Back to where the person came from; undefined where that was nowhere. */
  onward: ReactNode;
}

/** How far the certification is, and what to do next. */
export function CertificationState({ certification, onBegin, onward }: CertificationStateProps) {
  const { t } = useLingui();
  const stop = useWriteStop();
  switch (certification.certstatus) {
    case certStatus.underReview:
      return (
        <>
          <h2 className={styles.title} data-state="review">
            <Trans>Under review</Trans>
          </h2>
          <Due certification={certification} />
          <Summary certification={certification} />
          <p className={styles.soft}>
            <Trans>
              There is nothing more to do. The decision appears here and in your notices; your
              pictures are deleted then.
            </Trans>
          </p>
          {onward}
        </>
      );
    case certStatus.certified:
      return (
        <>
          <h2 className={styles.title} data-state="certified">
            <Trans>You are certified</Trans>
          </h2>
          <Summary certification={certification} />
          <p className={styles.soft}>
            <Trans>
              The pictures have been deleted. The name stays, so that a bank card can be checked
              against it; of the number, only what stands here can be read.
            </Trans>
          </p>
          {onward || (
            <Link
              to="/withdraw"
              className={buttonClass({ look: "primary", size: "large", wide: true })}
            >
              <Trans>Withdraw</Trans>
            </Link>
          )}
        </>
      );
    case certStatus.failed:
      return (
        <>
          <h2 className={styles.title} data-state="failed">
            <Trans>Something is to be corrected</Trans>
          </h2>
          <Failed certification={certification} />
          <Summary certification={certification} />
          <Button
            look="primary"
            size="large"
            wide
            disabledReason={stop}
            onClick={onBegin}
          >{t`Correct it`}</Button>
        </>
      );
    default:
      return <Intro onBegin={onBegin} stop={stop} />;
  }
}

function Intro({ onBegin, stop }: { onBegin: () => void; stop: string | undefined }) {
  const { t } = useLingui();
  const { data, error } = useQuery(platformBaseQuery());
  const base = useAtomValue(platformAtom)?.base ?? data?.platformbase;
  return (
    <>
      <h2 className={styles.title} data-state="none">
        <Trans>Not certified</Trans>
      </h2>
      <p>
        {!base && error ? (
          <Trans>Certification is a check of who you are.</Trans>
        ) : !base ? (
          <>
            <Skeleton />
            <Skeleton />
            <Skeleton width="long" />
          </>
        ) : base.kyc_required.includes("withdrawal") ? (
          <Trans>
            Certification is a check of who you are. It opens withdrawals, to an address or to a
            bank card; everything else works without it.
          </Trans>
        ) : (
          <Trans>
            Certification is a check of who you are. Nothing on this venue needs it at present.
          </Trans>
        )}
      </p>
      <SampleTip />
      <Card title={t`What it takes`}>
        <ul className={styles.list}>
          <li>
            <Trans>A name and the number of a document</Trans>
          </li>
          <li>
            <Trans>
              A picture of its front and one of its back: JPEG, PNG or WebP, made smaller on this
              device to at most 5 MB
            </Trans>
          </li>
          <li>
            <Trans>Two or three minutes</Trans>
          </li>
        </ul>
      </Card>
      <p className={styles.soft}>
        <Trans>
          What for: to know who takes money out. The pictures are seen by a reviewer alone and
          deleted as soon as it is decided; the number is kept only masked and as a fingerprint that
          cannot be turned back; the name stays with the account.
        </Trans>
      </p>
      <Button
        look="primary"
        size="large"
        wide
        disabledReason={stop}
        onClick={onBegin}
      >{t`Begin`}</Button>
    </>
  );
}

/** The specification's tip, and what it means on paper. */
export function SampleTip() {
  return (
    <Banner tone="warning">
      <p>
        <Trans>Please upload correct real-name information.</Trans>
      </p>
      <p>
        <b>
          <Trans>On this paper venue that means samples, never real documents:</Trans>
        </b>{" "}
        <Trans>an invented name, an invented number, and any two pictures.</Trans>
      </p>
    </Banner>
  );
}

function Due({ certification: { review_due: due } }: { certification: Certification }) {
  const [left, start] = useCountdown();
  const words = useRequestMessages();
  useEffect(() => {
    if (due !== null) start(Math.max(0, Math.ceil((due - venueNow()) / 1000)));
  }, [due, start]);
  return <p className={styles.due}>{words.due(due === null ? null : left * 1000, 0)}</p>;
}

function Summary({
  certification: { name_masked, id_number_masked, submit_time, review_time, certstatus },
}: {
  certification: Certification;
}) {
  const { t, i18n } = useLingui();
  return (
    <Card>
      <KeyValues>
        {name_masked !== "" && <KeyValue label={t`Full name`}>{name_masked}</KeyValue>}
        {id_number_masked !== "" && <KeyValue label={t`ID number`}>{id_number_masked}</KeyValue>}
        {submit_time !== null && (
          <KeyValue label={t`Handed in`}>{formatDateTime(submit_time, i18n.locale)}</KeyValue>
        )}
        {review_time !== null && certstatus !== certStatus.underReview && (
          <KeyValue label={t`Decided`}>{formatDateTime(review_time, i18n.locale)}</KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}

function Failed({ certification: { reasons } }: { certification: Certification }) {
  const { t } = useLingui();
  const { field: nameOf } = useCertificationWords();
  const again = certFields.filter((field) => reasons[field] !== undefined);
  return (
    <Banner tone="danger">
      <p>
        {again.length > 0 && again.length < certFields.length ? (
          <Trans>Only this is asked for again; the rest was accepted.</Trans>
        ) : (
          <Trans>All of it is asked for again.</Trans>
        )}
      </p>
      <dl className={styles.reasons} aria-label={t`What the reviewer says`}>
        {again.map((field) => (
          <div key={field}>
            <dt>{nameOf(field)}</dt>
            <dd>{reasons[field] === "" ? t`No reason was given.` : reasons[field]}</dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}
