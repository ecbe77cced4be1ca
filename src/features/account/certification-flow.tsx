import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { certificationEndpoints, type Certification } from "#protocol/certification.ts";
import { certStatus } from "#protocol/user.ts";
import { call } from "../../api/call.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Steps } from "../../ui/steps.tsx";
import { PictureField } from "../picture/picture-field.tsx";
import { usePicture } from "../picture/use-picture.ts";
import {
  certRequest,
  dataProblems,
  pictureProblem,
  stepOf,
  stepsFor,
  wantedFields,
  type CertStep,
} from "./certification-form.ts";
import { spoiltByCertification } from "./certification-queries.ts";
import { SampleTip } from "./certification-state.tsx";
import { useCertificationDraft } from "./use-certification-draft.ts";
import { useCertificationWords } from "./use-certification-words.ts";
import { useWrite } from "./use-write.ts";
import { useWriteStop } from "./use-write-stop.ts";
import styles from "./certification.module.css";

export interface CertificationFlowProps {
  certification: Certification;
  onLeave: () => void;
  /** The venue has it. */
  onDone: () => void;
}

/** Told at the step they are about. */
const handled = [100004, 100005, 300006, 300007] as const;

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
  const front = usePicture("front");
  const back = usePicture("back");
  const { flow, write, busy } = useWrite<Certification>("certification", spoiltByCertification);
  const pictures = {
    front: front.state.step === "sent" ? front.state.id : undefined,
    back: back.state.step === "sent" ? back.state.id : undefined,
  };
  const faults = dataProblems(data, wanted);
  const missing = pictureProblem(pictures, wanted);
  const at = steps.indexOf(step);
  const held = step === "front" ? front : back;

  // Whoever listens hears where they are.
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
    const end = await write({
      send: () => call(certificationEndpoints.cert, request, { handles: handled }),
      async ask() {
        const now = await call(certificationEndpoints.certification, {});
        return now.certstatus === certStatus.underReview || now.certstatus === certStatus.certified
          ? now
          : undefined;
      },
    });
    if (end.step === "done") {
      front.drop();
      back.drop();
      await forget();
      onDone();
    } else if (end.step === "refused") refused(end.status, end.data);
  }

  function refused(status: number, facts: unknown) {
    const field =
      typeof facts === "object" && facts !== null && "field" in facts ? String(facts.field) : "";
    const place = status === 100004 || status === 100005 ? stepOf(field) : undefined;
    if (status === 100004 && field === "front") front.lost();
    if (status === 100004 && field === "back") back.lost();
    if (place) go(place);
    setComplaint(
      status === 100004
        ? t`The venue no longer has this picture. Send it again.`
        : status === 100005 && place === "data"
          ? t`The venue does not take this. Look at it once more.`
          : i18n._(errorText(status)),
    );
    if (status === 300006 || status === 300007) onLeave();
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
          <PictureField
            key={step}
            label={step === "front" ? t`Picture of the front` : t`Picture of the back`}
            hint={
              <>
                <Guidance /> <Trans>A sample, never a real document.</Trans>
              </>
            }
            held={held}
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
                "picture" in state && (
                  <figure key={side}>
                    <img
                      src={state.picture.url}
                      alt={words.field(side)}
                      width={state.picture.width}
                      height={state.picture.height}
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
          {flow.step === "checking" && <Progress label={t`Asking the venue what became of it`} />}
          {flow.step === "absent" && (
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
