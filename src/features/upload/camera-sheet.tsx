import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { CameraIcon } from "../../ui/icons/action-icons.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import styles from "./camera-sheet.module.css";

interface CameraSheetProps {
  open: boolean;
  title: string;
  onClose: () => void;
  onImage: (image: Blob) => void;
  /** The user chooses a file instead. */
  onFile: () => void;
  /** Instructions to hold the document. */
  children: ReactNode;
}

/** The camera with a frame for a document. */
export function CameraSheet({ open, title, onClose, onImage, onFile, children }: CameraSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t`Close`}>
      <View open={open} onImage={onImage} onFile={onFile}>
        {children}
      </View>
    </Sheet>
  );
}

function View({
  open,
  onImage,
  onFile,
  children,
}: Pick<CameraSheetProps, "open" | "onImage" | "onFile" | "children">) {
  const { t } = useLingui();
  const { video, state } = useCamera(open);
  const isUnavailable = state === "denied" || state === "missing";

  async function take() {
    const image = video.current && (await takeFrame(video.current));
    if (image) onImage(image);
  }

  return (
    <div className={styles.sheet}>
      {isUnavailable ? (
        <Banner tone="warning" live>
          {state === "denied" ? (
            <Trans>
              The camera is not allowed for this app. Allow it in the browser's settings for this
              site, or choose a picture from a file.
            </Trans>
          ) : (
            <Trans>
              No camera answered. Another app may be using it; choose a picture from a file.
            </Trans>
          )}
        </Banner>
      ) : (
        <div className={styles.view}>
          <video
            ref={video}
            className={styles.video}
            muted
            playsInline
            aria-label={t`What the camera sees`}
          />
          <span className={styles.frame} aria-hidden="true" />
        </div>
      )}
      <div className={styles.hints}>{children}</div>
      {!isUnavailable && (
        <Button
          look="primary"
          size="large"
          wide
          icon={<CameraIcon size={20} />}
          busy={state === "asking"}
          onClick={() => void take()}
        >{t`Take the picture`}</Button>
      )}
      <Button
        look={isUnavailable ? "primary" : "quiet"}
        wide
        onClick={onFile}
      >{t`Choose a file instead`}</Button>
    </div>
  );
}

/** `denied`: the user or the system refused; `missing`: there is no camera, or another app uses it. */
type CameraState = "asking" | "on" | "denied" | "missing";

/** The back camera, on while `wanted`. */
function useCamera(wanted: boolean) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("asking");

  useEffect(() => {
    if (!wanted) return;
    let unmounted = false;
    let stream: MediaStream | undefined;
    const end = () => stream?.getTracks().forEach((track) => track.stop());
    navigator.mediaDevices
      .getUserMedia({
        audio: false,
        video: {
          facingMode: { ideal: "environment" },
          width: { ideal: 1920 },
          height: { ideal: 1440 },
        },
      })
      .then(async (opened) => {
        stream = opened;
        if (unmounted || !video.current) return end();
        video.current.srcObject = opened;
        await video.current.play();
        if (!unmounted) setState("on");
      })
      .catch((error: unknown) => {
        if (!unmounted)
          setState(
            error instanceof DOMException && error.name === "NotAllowedError"
              ? "denied"
              : "missing",
          );
      });
    return () => {
      unmounted = true;
      setState("asking");
      end();
    };
  }, [wanted]);

  return { video, state };
}

/** The camera's current frame as a JPEG. */
async function takeFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.95));
}
