import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../../../ui/actions/button.tsx";
import { TextArea } from "../../../../ui/fields/field.tsx";
import { CameraIcon } from "../../../../ui/icons/action-icons.tsx";
import { InboxIcon } from "../../../../ui/icons/status-icons.tsx";
import { Sheet } from "../../../../ui/layers/sheet.tsx";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Tag } from "../../../../ui/text/tag.tsx";
import styles from "../withdraw.module.css";
import { AddressView } from "./address-view.tsx";

interface AddressFieldProps {
  value: string;
  onValue: (text: string) => void;
  onLeave: () => void;
  problem: string | undefined;
  /** The address as it was parsed; undefined where the input is not accepted. */
  address: string | undefined;
  network: string;
  /** Whether the address is known, from the quote of the venue. */
  known: { text: string; tone: "warning" | "success" } | undefined;
  /** Opens the saved addresses; left out inside them. */
  onSavedAddresses?: (() => void) | undefined;
}

/** The target address: typed, pasted or scanned, and shown in full as it was parsed. The clipboard is never read automatically. */
export function AddressField({
  value,
  onValue,
  onLeave,
  problem,
  address,
  network,
  known,
  onSavedAddresses,
}: AddressFieldProps) {
  const { t } = useLingui();
  const [scanning, setScanning] = useState(false);
  return (
    <div className={styles.stack}>
      <TextArea
        label={t`Address`}
        name="address"
        rows={2}
        hint={network === "" ? undefined : t`Paste it here, whole. It has to be one of ${network}.`}
        aside={
          <span className={styles.inline}>
            {canScan() && (
              <Button
                size="small"
                look="quiet"
                icon={<CameraIcon size={16} />}
                onClick={() => setScanning(true)}
              >{t`Scan`}</Button>
            )}
            {onSavedAddresses && (
              <Button
                size="small"
                look="quiet"
                icon={<InboxIcon size={16} />}
                onClick={onSavedAddresses}
              >{t`Address book`}</Button>
            )}
          </span>
        }
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        problem={problem}
        onValue={onValue}
        onBlur={onLeave}
      />
      {address !== undefined && problem === undefined && (
        <section className={styles.target} aria-label={t`As it was understood`}>
          <p className={styles.between}>
            <span className={styles.label}>{t`${network} address`}</span>
            {known && <Tag tone={known.tone}>{known.text}</Tag>}
          </p>
          <AddressView address={address} />
        </section>
      )}
      <AddressScanSheet
        open={scanning}
        onClose={() => setScanning(false)}
        onText={(text) => {
          setScanning(false);
          onValue(text);
        }}
      />
    </div>
  );
}

/** Reads an address from a QR code by the camera; the image never leaves the device. */
function AddressScanSheet({
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
  const report = useEffectEvent(onText);
  useEffect(() => {
    const ended = new AbortController();
    if (video.current) {
      scanCode(video.current, ended.signal).then(
        (text) => text !== undefined && report(text),
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

/** The part of the browser's `BarcodeDetector` used here; not every browser has it. */
interface CodeReader {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

type ReaderClass = new (options: { formats: readonly string[] }) => CodeReader;

const everyMs = 250;

/** Whether this browser can read a code from the camera. */
function canScan(): boolean {
  return readerClass() !== undefined && "mediaDevices" in navigator;
}

/** Shows the camera in `video` and resolves to the first code. @throws where there is no camera, or it is not allowed */
async function scanCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const Reader = readerClass();
  if (!Reader) return undefined;
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
    audio: false,
  });
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    await video.play();
    const reader = new Reader({ formats: ["qr_code"] });
    while (!signal.aborted) {
      const [code] = await reader.detect(video).catch(() => []);
      if (code && !signal.aborted) return code.rawValue;
      await new Promise((done) => setTimeout(done, everyMs));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

function readerClass(): ReaderClass | undefined {
  return (globalThis as { BarcodeDetector?: ReaderClass }).BarcodeDetector;
}
