import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CameraIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { InboxIcon } from "../../ui/status-icons.tsx";
import { AddressScanSheet } from "./address-scan-sheet.tsx";
import { canScan } from "./address-scanner.ts";
import { AddressView } from "./address-view.tsx";
import styles from "./withdraw.module.css";

export interface AddressFieldProps {
  value: string;
  onValue: (text: string) => void;
  onLeave: () => void;
  problem: string | undefined;
  /** As it was understood; undefined where it was not. */
  address: string | undefined;
  network: string;
  /** How well it is known, once the venue has said it. */
  known: { text: string; tone: "warning" | "success" } | undefined;
  /** Opens the address book; left out within it. */
  onBook?: (() => void) | undefined;
}

/** Where the money goes: typed, pasted or scanned, shown whole as it was understood. The clipboard is never read by itself. */
export function AddressField({
  value,
  onValue,
  onLeave,
  problem,
  address,
  network,
  known,
  onBook,
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
            {onBook && (
              <Button
                size="small"
                look="quiet"
                icon={<InboxIcon size={16} />}
                onClick={onBook}
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
