import { Trans, useLingui } from "@lingui/react/macro";
import {
  type ChangeEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import { maxImageBytes } from "#protocol/api/upload.ts";
import { errorText } from "../../i18n/error-messages.ts";
import { byteSize } from "../../lib/byte-size.ts";
import { Button } from "../../ui/actions/button.tsx";
import { useBusy } from "../../ui/actions/use-busy-flag.ts";
import { CameraIcon, CloseIcon, RefreshIcon } from "../../ui/icons/action-icons.tsx";
import { Spinner } from "../../ui/icons/spinner.tsx";
import { CheckCircleIcon, ErrorIcon } from "../../ui/icons/status-icons.tsx";
import { Progress } from "../../ui/states/progress.tsx";
import { useOnline } from "../platform/use-online.ts";
import { CameraSheet } from "./camera-sheet.tsx";
import { type FileProblem, maxFileBytes, maxPixels } from "./inspect-file.ts";
import type { PreparedImage } from "./prepare-image.ts";
import styles from "./upload-field.module.css";
import { imageIn, restMs, type SendFailure } from "./upload-flow.ts";
import type { Upload } from "./use-upload.ts";

interface UploadFieldProps {
  label: string;
  hint?: ReactNode;
  upload: Upload;
  /** The problem with a missing image, once it may be shown. */
  problem?: string | undefined;
  /** Instructions to hold a document. With them the camera opens with a frame for it. */
  document?: ReactNode;
}

/** One image from the camera or a file: checked, made smaller, shown, and sent at once, or on a tap where that failed. */
export function UploadField({
  label,
  hint,
  upload,
  problem,
  document: guidance,
}: UploadFieldProps) {
  const { t } = useLingui();
  const labelId = useId();
  const messages = useUploadMessages();
  const { state } = upload;
  const image = imageIn(state);
  const online = useOnline();
  const { send } = upload;
  const rest = online ? restMs(state) : undefined;
  const sendDue = useEffectEvent(() => void send());
  useEffect(() => {
    if (rest === undefined) return;
    const timer = setTimeout(sendDue, rest);
    return () => clearTimeout(timer);
  }, [rest]);
  // The image is in this page's memory only, and a restart would lose it.
  useBusy("typed", image !== undefined && state.step !== "sent");
  const message =
    state.step === "none" && state.problem !== undefined
      ? messages.problem(state.problem)
      : state.step === "ready" && state.failure
        ? messages.failure(state.failure, state.waits)
        : problem;

  return (
    <div className={styles.field} role="group" aria-labelledby={labelId} data-step={state.step}>
      <p id={labelId} className={styles.label}>
        {label}
      </p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {image && <Preview image={image} label={label} isSent={state.step === "sent"} />}
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
        {message !== undefined && (
          <>
            <ErrorIcon size={16} /> {message}
          </>
        )}
      </p>
      <Actions upload={upload} guidance={guidance} label={label} />
      {(state.step === "none" || state.step === "reading") && (
        <p className={styles.hint}>{messages.rule}</p>
      )}
    </div>
  );
}

function Preview({
  image,
  label,
  isSent,
}: {
  image: PreparedImage;
  label: string;
  isSent: boolean;
}) {
  const { i18n } = useLingui();
  const { before, blob, width, height, url } = image;
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
  upload,
  guidance,
  label,
}: {
  upload: Upload;
  guidance: ReactNode;
  label: string;
}) {
  const { t } = useLingui();
  const online = useOnline();
  const { state, take, send, cancel, wait, drop } = upload;
  switch (state.step) {
    case "reading":
      return null;
    case "none":
      return <Choose onFile={(file) => void take(file)} guidance={guidance} label={label} />;
    case "sending":
      return <Button wide icon={<CloseIcon size={20} />} onClick={cancel}>{t`Cancel`}</Button>;
    case "sent":
      return (
        <Button
          wide
          icon={<RefreshIcon size={20} />}
          onClick={() => drop()}
        >{t`Take another`}</Button>
      );
    case "ready":
      return (
        <div className={styles.acts}>
          {online || state.waits ? (
            <Button
              look="primary"
              wide
              disabledReason={
                online
                  ? undefined
                  : t`It waits in this page's memory and is sent with the connection. Closing the page drops it.`
              }
              onClick={() => void send()}
            >
              {state.failure ? t`Send it again` : t`Send this picture`}
            </Button>
          ) : (
            <Button look="primary" wide onClick={wait}>{t`Keep it until I am online`}</Button>
          )}
          {!online && !state.waits && (
            <p className={styles.hint}>
              <Trans>
                You are offline. The picture can wait in the memory of this page, never on the
                device; closing the page drops it.
              </Trans>
            </p>
          )}
          <Button
            wide
            icon={<RefreshIcon size={20} />}
            onClick={() => drop()}
          >{t`Take another`}</Button>
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
  const chooseFrom = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Choosing the same file again must fire another change event.
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
        onChange={chooseFrom}
      />
      <input
        ref={files}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={chooseFrom}
      />
      {hasLiveCamera && (
        <CameraSheet
          open={isOpen}
          title={label}
          onClose={() => setIsOpen(false)}
          onImage={(image) => {
            setIsOpen(false);
            onFile(image);
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

/** Messages for a file's problems and for failed uploads. */
function useUploadMessages() {
  const { t, i18n } = useLingui();
  const most = byteSize(maxImageBytes, i18n.locale);
  const heaviest = byteSize(maxFileBytes, i18n.locale);
  const megapixels = maxPixels / 1_000_000;
  return {
    rule: t`JPEG, PNG or WebP. It is made smaller on this device, to at most ${most}, and loses what a camera writes beside it, such as the place.`,
    problem: (problem: FileProblem) => {
      switch (problem) {
        case "empty":
          return t`This file is empty. Choose it again, or another one.`;
        case "heic":
          return t`This is a HEIC picture, which this browser cannot read. Take it again here with the camera, or save it as JPEG: on an iPhone by Settings, Camera, Formats, Most Compatible.`;
        case "gif":
          return t`This is a GIF. Choose a JPEG, PNG or WebP picture; a screenshot of it will do.`;
        case "pdf":
          return t`This is a PDF. Choose a JPEG, PNG or WebP picture; a screenshot of it will do.`;
        case "other":
          return t`This is no picture, whatever its name says. Choose a JPEG, PNG or WebP picture.`;
        case "heavy":
          return t`This file is over ${heaviest}, more than a picture of any camera. Choose a smaller one.`;
        case "huge":
          return t`This picture has more than ${megapixels} million pixels, too many for a phone's memory. Choose a smaller one.`;
        case "unreadable":
          return t`This browser cannot read the picture. It may be damaged; take it again, or choose another.`;
      }
    },
    failure: (failure: SendFailure, waits: boolean) => {
      if (waits)
        return t`The connection broke before the picture was through. It is still here, and is sent once more by itself.`;
      if (failure.kind === "torn")
        return t`The connection broke before the picture was through. It is still here: send it again.`;
      if (failure.status === codes.busy)
        return t`Too many pictures in a short time, or in a day. This one is still here: send it again later.`;
      return i18n._(errorText(failure.status));
    },
  };
}
