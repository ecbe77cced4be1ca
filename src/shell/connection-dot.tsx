import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatDateTime } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { marketStore } from "../features/market/market-store.ts";
import { useConnection, type Connection } from "./use-connection.ts";
import styles from "./connection-dot.module.css";

/** A dot and its word: live, delayed, frozen. Pressing it explains. */
export function ConnectionDot() {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const connection = useConnection();
  const words: Record<Connection["state"], string> = { starting: t`Connecting`, live: t`Live`, delayed: t`Delayed`, frozen: t`Frozen` };
  const meaning: Record<Connection["state"], string> = {
    starting: t`The venue is being asked for prices.`,
    live: t`Prices are at most three seconds old.`,
    delayed: t`Prices are more than three seconds old. Each says its age.`,
    frozen: t`Prices are too old to trade on. Trading resumes by itself once they are fresh.`,
  };
  return (
    <>
      <button type="button" className={styles.button} data-state={connection.state} onClick={() => setOpen(true)} aria-label={t`Prices: ${words[connection.state]}`}>
        <span className={styles.dot} aria-hidden="true" />
        {connection.state !== "live" && <span className={styles.word}>{words[connection.state]}</span>}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words[connection.state]} actions={<Button wide onClick={() => setOpen(false)}>{t`Close`}</Button>}>
        <p>{meaning[connection.state]}</p>
        <KeyValues>
          <KeyValue label={t`Newest price`}>{connection.newestTs === 0 ? t`none yet` : formatDateTime(connection.newestTs, i18n.locale)}</KeyValue>
          <KeyValue label={t`Source`}>{marketStore.all()[0]?.src === "htx" ? t`HTX live feed` : t`Market simulator of this venue`}</KeyValue>
        </KeyValues>
      </Dialog>
    </>
  );
}
