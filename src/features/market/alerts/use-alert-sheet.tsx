import { useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { withTexts } from "../../../i18n/activate.ts";
import { LatePart } from "../../../ui/states/late-part.tsx";
import { authorizedAtom, authPromptAtom } from "../../session/session-atoms.ts";
import type { AlertStart } from "./alert-start.ts";
import styles from "./alert-sheet-status.module.css";

const load = () =>
  withTexts("sheets", () => import("./alert-sheet.tsx")).then((loaded) => loaded.AlertSheet);

/**
 * The price alerts of a market: how they are opened, and what stands where they were asked for. A visitor is asked to
 * log in, in place.
 */
export function useAlertSheet(): { openAlerts: (start: AlertStart) => void; alerts: ReactNode } {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  const [start, setStart] = useState<AlertStart | null>(null);
  const [open, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  return {
    openAlerts(next) {
      setMissing(false);
      setStart(next);
      if (authorized) setOpen(true);
      else ask({ reason: "required", to: null });
    },
    alerts: (
      <>
        <span role="status" className={styles.status}>
          {isMissing && t`This part could not be loaded. Try again with a connection.`}
        </span>
        {start && (
          <LatePart
            load={load}
            wanted={open}
            onMissing={() => {
              setOpen(false);
              setMissing(true);
            }}
            props={{ ...start, open, onClose: () => setOpen(false) }}
          />
        )}
      </>
    ),
  };
}
