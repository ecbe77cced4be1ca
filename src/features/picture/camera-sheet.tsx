import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { CameraIcon } from "../../ui/action-icons.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { takeFrame, useCamera } from "./use-camera.ts";
import styles from "./camera-sheet.module.css";

export interface CameraSheetProps {
  open: boolean;
  title: string;
  onClose: () => void;
  onPicture: (picture: Blob) => void;
  /** The person would rather choose a file. */
  onFile: () => void;
  /** How to hold it. */
  children: ReactNode;
}

/** The camera with a frame to lay a document into. */
export function CameraSheet({
  open,
  title,
  onClose,
  onPicture,
  onFile,
  children,
}: CameraSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t`Close`}>
      <View open={open} onPicture={onPicture} onFile={onFile}>
        {children}
      </View>
    </Sheet>
  );
}

function View({
  open,
  onPicture,
  onFile,
  children,
}: Pick<CameraSheetProps, "open" | "onPicture" | "onFile" | "children">) {
  const { t } = useLingui();
  const { video, state } = useCamera(open);
  const isOut = state === "denied" || state === "missing";

  async function take() {
    const picture = video.current && (await takeFrame(video.current));
    if (picture) onPicture(picture);
  }

  return (
    <div className={styles.sheet}>
      {isOut ? (
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
      {!isOut && (
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
        look={isOut ? "primary" : "quiet"}
        wide
        onClick={onFile}
      >{t`Choose a file instead`}</Button>
    </div>
  );
}
