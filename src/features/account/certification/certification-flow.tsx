import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { certificationEndpoints, type Certification } from "#protocol/api/certification.ts";
import { certStatus } from "#protocol/api/user.ts";
import { call } from "../../../api/call.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Progress, Steps } from "../../../ui/states/progress.tsx";
import { UploadField } from "../../upload/upload-field.tsx";
import { useUpload } from "../../upload/use-upload.ts";
import {
  certRequest,
  dataProblems,
  pictureProblem,
  stepOf,
  stepsFor,
  wantedFields,
  type CertStep,
} from "./certification-form.ts";
import { invalidatedByCertification } from "./certification-queries.ts";
import { SampleTip } from "./certification-state.tsx";
import { useCertificationDraft } from "./use-certification-draft.ts";
import { useCertificationWords } from "./use-certification-messages.ts";
import { plainKind } from "../../../writes/plain-kind.ts";
import { useWrite } from "../../../writes/use-write.ts";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import styles from "./certification.module.css";

type CertRequest = RequestOf<typeof certificationEndpoints.cert>;

export interface CertificationFlowProps {
  certification: Certification;
  onLeave: () => void;
  /** The venue has it. */
  onDone: () => void;
}

/** Shown at the step they are about. */
const handled = [
  codes.unsupportedMedia,
  codes.invalidParameters,
  codes.alreadyCertified,
  codes.reviewPending,
] as const;

/** Handing in what is asked for. It is found again by the certification being under review, or over. */
const handingIn = plainKind<CertRequest, Certification>({
  name: "certification",
  send: ({ intent }) => call(certificationEndpoints.cert, intent, { handles: handled }),
  async find() {
    const now = await call(certificationEndpoints.certification, {});
    return now.certstatus === certStatus.underReview || now.certstatus === certStatus.certified
      ? now
      : undefined;
  },
  invalidates: invalidatedByCertification,
});

/** Handing in, a step at a time, and only what is asked for. */
export function CertificationFlow({ certification, onLeave, onDone }: CertificationFlowProps) {
  const { t, i18n } = useLingui();
  const words = useCertificationWords();
  const stop = useWriteStop();
  const heading = useRef<HTMLHeadingElement>(null);
  const wanted = wantedFields(certification);
  const steps = stepsFor(wanted);
  const [step, setStep] = useState<CertStep>(steps[0] ?? "check");
  const [tried, setTried] = useState(false);
  const [complaint, setComplaint] = useState("");
  const { data, change, forget } = useCertificationDraft();
  const front = useUpload("front");
  const back = useUpload("back");
  const { write, isBusy: busy, send } = useWrite(handingIn);
  const pictures = {
    front: front.state.step === "sent" ? front.state.id : undefined,
    back: back.state.step === "sent" ? back.state.id : undefined,
  };
  const faults = dataProblems(data, wanted);
  const missing = pictureProblem(pictures, wanted);
  const at = steps.indexOf(step);
  const held = step === "front" ? front : back;

  // Screen readers announce the step.
  useEffect(() => heading.current?.focus(), [step]);

  function go(next: CertStep | undefined) {
    setTried(false);
    setComplaint("");
    if (next) setStep(next);
  }

  function forward() {
    const isHeld = step === "data" ? Object.keys(faults).length > 0 : missing?.side === step;
    if (isHeld) setTried(true);
    else go(steps[at + 1]);
  }

  async function handIn() {
    const request = certRequest(data, pictures, wanted);
    if (!request) return go(missing?.side ?? "data");
    const end = await send(request);
    if (end.step === "done") {
      front.drop();
      back.drop();
      await forget();
      onDone();
    } else if (end.step === "refused") refused(end.refusal.status, end.refusal.data);
  }

  function refused(status: number, facts: unknown) {
    const field =
      typeof facts === "object" && facts !== null && "field" in facts ? String(facts.field) : "";
    const place =
      status === codes.unsupportedMedia || status === codes.invalidParameters
        ? stepOf(field)
        : undefined;
    if (status === codes.unsupportedMedia && field === "front") front.markMissing();
    if (status === codes.unsupportedMedia && field === "back") back.markMissing();
    if (place) go(place);
    setComplaint(
      status === codes.unsupportedMedia
        ? t`The venue no longer has this picture. Send it again.`
        : status === codes.invalidParameters && place === "data"
          ? t`The venue does not take this. Look at it once more.`
          : i18n._(errorText(status)),
    );
    if (status === codes.alreadyCertified || status === codes.reviewPending) onLeave();
  }

  const pictureFault =
    missing?.kind === "same"
      ? t`This is the picture of the front. The back is another.`
      : held.state.step === "ready"
        ? t`Send the picture first.`
        : t`This picture is needed.`;
  return (
    <div className={styles.flow}>
      <Steps
        label={t`Certification`}
        steps={steps.map((id) => ({ id, label: words.step(id) }))}
        current={step}
      />
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {step === "data"
          ? t`Name and number`
          : step === "check"
            ? t`Look at it once more`
            : words.field(step)}
      </h2>
      {complaint !== "" && (
        <Banner tone="danger" live>
          {complaint}
        </Banner>
      )}
      {step === "data" && (
        <>
          <SampleTip />
          {wanted.includes("name") && (
            <Field
              label={words.field("name")}
              hint={certification.reasons.name ?? t`As the document has it.`}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              maxLength={100}
              value={data.name}
              problem={tried && faults.name ? words.problem("name", faults.name) : undefined}
              onValue={(name) => change({ name })}
            />
          )}
          {wanted.includes("id_number") && (
            <Field
              label={words.field("id_number")}
              hint={
                certification.reasons.id_number ??
                t`Letters and digits; spaces and hyphens do not matter.`
              }
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              value={data.id_number}
              problem={
                tried && faults.id_number ? words.problem("id_number", faults.id_number) : undefined
              }
              onValue={(id_number) => change({ id_number })}
            />
          )}
        </>
      )}
      {(step === "front" || step === "back") && (
        <>
          {(certification.reasons[step] ?? "") !== "" && (
            <Banner tone="warning">
              <Trans>The reviewer said of the last one: {certification.reasons[step]}</Trans>
            </Banner>
          )}
          <UploadField
            key={step}
            label={step === "front" ? t`Picture of the front` : t`Picture of the back`}
            hint={
              <>
                <Guidance /> <Trans>A sample, never a real document.</Trans>
              </>
            }
            upload={held}
            document={<Guidance />}
            problem={tried && missing?.side === step ? pictureFault : undefined}
          />
        </>
      )}
      {step === "check" && (
        <>
          <KeyValues>
            {wanted.includes("name") && (
              <KeyValue label={words.field("name")}>{data.name.trim()}</KeyValue>
            )}
            {wanted.includes("id_number") && (
              <KeyValue label={words.field("id_number")}>{data.id_number.trim()}</KeyValue>
            )}
          </KeyValues>
          <div className={styles.pair}>
            {(
              [
                ["front", front],
                ["back", back],
              ] as const
            ).map(
              ([side, { state }]) =>
                wanted.includes(side) &&
                "image" in state && (
                  <figure key={side}>
                    <img
                      src={state.image.url}
                      alt={words.field(side)}
                      width={state.image.width}
                      height={state.image.height}
                    />
                    <figcaption>{words.field(side)}</figcaption>
                  </figure>
                ),
            )}
          </div>
          <p className={styles.soft}>
            <Trans>
              Can everything on the pictures be read, and is nothing of it a real document?
            </Trans>
          </p>
          {write.step === "checking" && <Progress label={t`Asking the venue what became of it`} />}
          {write.step === "absent" && (
            <Banner tone="warning" live>
              <Trans>It did not reach the venue. Hand it in again.</Trans>
            </Banner>
          )}
        </>
      )}
      <div className={styles.buttons}>
        <Button
          size="large"
          onClick={() => (at > 0 ? go(steps[at - 1]) : onLeave())}
        >{t`Back`}</Button>
        {step === "check" ? (
          <Button
            look="primary"
            size="large"
            wide
            busy={busy}
            disabledReason={stop}
            onClick={() => void handIn()}
          >{t`Hand it in`}</Button>
        ) : (
          <Button
            look="primary"
            size="large"
            wide
            disabledReason={
              held.state.step === "sending" && step !== "data"
                ? t`The picture is still on its way.`
                : undefined
            }
            onClick={forward}
          >{t`Next`}</Button>
        )}
      </div>
    </div>
  );
}

function Guidance() {
  return (
    <Trans>
      All four corners inside the frame, flat and sharp. Tilt it away from lamps, without a flash:
      glare hides what stands below it.
    </Trans>
  );
}
