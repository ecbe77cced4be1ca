import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { scanCode } from "./address-scanner.ts";
import styles from "./withdraw.module.css";

/** Reads an address from a QR code before the camera; the picture never leaves the phone. */
export function AddressScanSheet({
  open,
  onClose,
  onText,
}: {
  open: boolean;
  onClose: () => void;
  onText: (text: string) => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Scan an address`} closeLabel={t`Close`}>
      {open && <Camera onText={onText} />}
    </Sheet>
  );
}

function Camera({ onText }: { onText: (text: string) => void }) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const told = useEffectEvent(onText);
  useEffect(() => {
    const ended = new AbortController();
    if (video.current) {
      scanCode(video.current, ended.signal).then(
        (text) => text !== undefined && told(text),
        () => !ended.signal.aborted && setFailed(true),
      );
    }
    return () => ended.abort();
  }, []);
  return (
    <div className={styles.stack}>
      {failed ? (
        <Banner tone="warning" live>
          <Trans>
            The camera cannot be used: there is none, or it was not allowed. Paste the address
            instead.
          </Trans>
        </Banner>
      ) : (
        <video ref={video} className={styles.camera} muted playsInline aria-label={t`Camera`} />
      )}
      <p className={styles.soft}>
        <Trans>
          Hold the code in front of the camera. What is read is shown whole before anything is sent.
        </Trans>
      </p>
    </div>
  );
}
