import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useRef, useState, type ChangeEvent, type ReactNode } from "react";
import { CameraIcon, CloseIcon, RefreshIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckCircleIcon, ErrorIcon } from "../../ui/status-icons.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useBusy } from "../../ui/use-busy.ts";
import { useOnline } from "../platform/use-online.ts";
import { byteSize } from "./byte-size.ts";
import { CameraSheet } from "./camera-sheet.tsx";
import type { PreparedPicture } from "./prepare-picture.ts";
import type { HeldPicture } from "./use-picture.ts";
import { usePictureWords } from "./use-picture-words.ts";
import styles from "./picture-field.module.css";

export interface PictureFieldProps {
  label: string;
  hint?: ReactNode;
  held: HeldPicture;
  /** What is missing, once that may be said. */
  problem?: string | undefined;
  /** A frame over the camera to lay the document into, and how to hold it. */
  document?: ReactNode;
}

/** One picture by camera or file: checked before anything is sent, shown, made smaller, sent on a tap. */
export function PictureField({
  label,
  hint,
  held,
  problem,
  document: guidance,
}: PictureFieldProps) {
  const { t } = useLingui();
  const labelId = useId();
  const words = usePictureWords();
  const { state } = held;
  const picture = "picture" in state ? state.picture : undefined;
  // It is in this page's memory alone: a restart would lose it.
  useBusy("typed", picture !== undefined && state.step !== "sent");
  const wrong =
    state.step === "none" && state.problem !== undefined
      ? words.problem(state.problem)
      : state.step === "ready" && state.failure
        ? words.failure(state.failure)
        : problem;

  return (
    <div className={styles.field} role="group" aria-labelledby={labelId} data-step={state.step}>
      <p id={labelId} className={styles.label}>
        {label}
      </p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {picture && <Preview picture={picture} label={label} isSent={state.step === "sent"} />}
      {state.step === "reading" && (
        <p className={styles.line} role="status">
          <Spinner /> <Trans>Reading the picture…</Trans>
        </p>
      )}
      {state.step === "sending" && <Progress label={t`Sending the picture`} value={state.part} />}
      {state.step === "sent" && (
        <p className={styles.sent} role="status">
          <CheckCircleIcon size={20} /> <Trans>The venue has it.</Trans>
        </p>
      )}
      <p className={styles.problem} role="alert">
        {wrong !== undefined && (
          <>
            <ErrorIcon size={16} /> {wrong}
          </>
        )}
      </p>
      <Actions held={held} guidance={guidance} label={label} />
      {(state.step === "none" || state.step === "reading") && (
        <p className={styles.hint}>{words.rule}</p>
      )}
    </div>
  );
}

function Preview({
  picture,
  label,
  isSent,
}: {
  picture: PreparedPicture;
  label: string;
  isSent: boolean;
}) {
  const { i18n } = useLingui();
  const { before, blob, width, height, url } = picture;
  const [was, is] = [byteSize(before, i18n.locale), byteSize(blob.size, i18n.locale)];
  return (
    <figure className={styles.preview} data-sent={isSent || undefined}>
      <img src={url} alt={label} width={width} height={height} />
      <figcaption className={styles.facts}>
        <Trans>
          {width} × {height} pixels, {is}; the file had {was}.
        </Trans>
      </figcaption>
    </figure>
  );
}

function Actions({
  held,
  guidance,
  label,
}: {
  held: HeldPicture;
  guidance: ReactNode;
  label: string;
}) {
  const { t } = useLingui();
  const online = useOnline();
  const { state, take, send, cancel, keep, drop } = held;
  switch (state.step) {
    case "reading":
      return null;
    case "none":
      return <Choose onFile={(file) => void take(file)} guidance={guidance} label={label} />;
    case "sending":
      return <Button wide icon={<CloseIcon size={20} />} onClick={cancel}>{t`Cancel`}</Button>;
    case "sent":
      return (
        <Button wide icon={<RefreshIcon size={20} />} onClick={drop}>{t`Take another`}</Button>
      );
    case "ready":
      return (
        <div className={styles.acts}>
          {online || state.kept ? (
            <Button
              look="primary"
              wide
              disabledReason={
                online
                  ? undefined
                  : t`It waits in this page's memory for a connection. Closing the page drops it.`
              }
              onClick={() => void send()}
            >
              {state.failure ? t`Send it again` : t`Send this picture`}
            </Button>
          ) : (
            <Button look="primary" wide onClick={keep}>{t`Keep it until I am online`}</Button>
          )}
          {!online && !state.kept && (
            <p className={styles.hint}>
              <Trans>
                You are offline. The picture can wait in the memory of this page, never on the
                device; closing the page drops it.
              </Trans>
            </p>
          )}
          <Button wide icon={<RefreshIcon size={20} />} onClick={drop}>{t`Take another`}</Button>
        </div>
      );
  }
}

function Choose({
  onFile,
  guidance,
  label,
}: {
  onFile: (file: Blob) => void;
  guidance: ReactNode;
  label: string;
}) {
  const { t } = useLingui();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const takeFrom = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file chosen again is a choice, too.
    event.target.value = "";
    if (file) onFile(file);
  };
  const hasLiveCamera =
    guidance !== undefined && typeof navigator.mediaDevices?.getUserMedia === "function";
  return (
    <div className={styles.choose}>
      <Button
        wide
        icon={<CameraIcon size={20} />}
        onClick={() => (hasLiveCamera ? setIsOpen(true) : camera.current?.click())}
      >{t`Use the camera`}</Button>
      <Button wide onClick={() => files.current?.click()}>{t`Choose a file`}</Button>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={takeFrom}
      />
      <input
        ref={files}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={takeFrom}
      />
      {hasLiveCamera && (
        <CameraSheet
          open={isOpen}
          title={label}
          onClose={() => setIsOpen(false)}
          onPicture={(picture) => {
            setIsOpen(false);
            onFile(picture);
          }}
          onFile={() => {
            setIsOpen(false);
            files.current?.click();
          }}
        >
          {guidance}
        </CameraSheet>
      )}
    </div>
  );
}
