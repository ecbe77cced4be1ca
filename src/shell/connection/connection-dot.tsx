import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { withTexts } from "../../i18n/activate.ts";
import { LatePart } from "../../ui/states/late-part.tsx";
import { store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";
import { useConnection, type Connection } from "./use-connection.ts";
import styles from "./connection-dot.module.css";

const loadFacts = () =>
  withTexts("sheets", () => import("./connection-facts.tsx")).then(
    (loaded) => loaded.ConnectionFacts,
  );

/** A dot and its word: live, delayed, frozen. Pressing it explains. */
export function ConnectionDot() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const connection = useConnection();
  const words: Record<Connection["state"], string> = {
    starting: t`Connecting`,
    live: t`Live`,
    delayed: t`Delayed`,
    frozen: t`Frozen`,
  };
  const missing = () => {
    setOpen(false);
    showToast(store, {
      type: "error",
      description: t`This part could not be loaded. Try again with a connection.`,
    });
  };
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-state={connection.state}
        onClick={() => setOpen(true)}
        aria-label={t`Prices: ${words[connection.state]}`}
      >
        <span className={styles.dot} aria-hidden="true" />
        {connection.state !== "live" && (
          <span className={styles.word}>{words[connection.state]}</span>
        )}
      </button>
      <LatePart
        load={loadFacts}
        wanted={open}
        onMissing={missing}
        props={{
          open,
          onClose: () => setOpen(false),
          title: words[connection.state],
          state: connection.state,
        }}
      />
    </>
  );
}
