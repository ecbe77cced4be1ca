import { useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { useState } from "react";
import type { Scope } from "#protocol/api/market.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { BellIcon } from "../../../ui/icons/navigation-icons.tsx";
import { LatePart } from "../../../ui/states/late-part.tsx";
import { authorizedAtom, authPromptAtom } from "../../session/session-atoms.ts";
import { marketStore } from "../feed/market-store.ts";
import { symbolName } from "../feed/symbol-name.ts";
import styles from "./alert-button.module.css";
import { loadAlertSheet } from "./load-alert-sheet.ts";

interface AlertButtonProps {
  symbol: string;
  scope: Scope;
  /** Of a line on the chart, a plain decimal: the new alert begins as a crossing of it. */
  price?: string | undefined;
}

/** Opens the price alerts of a market. A visitor is asked to log in, in place. */
export function AlertButton({ symbol, scope, price }: AlertButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  const [isMissing, setMissing] = useState(false);
  const name = symbolName(symbol, marketStore.ticker(symbol));
  return (
    <>
      <span role="status" className={styles.status}>
        {isMissing && t`This part could not be loaded. Try again with a connection.`}
      </span>
      <IconButton
        label={price === undefined ? t`${name}: price alerts` : t`Set an alert at this price`}
        icon={<BellIcon size={20} />}
        aria-haspopup="dialog"
        onClick={() => {
          setMissing(false);
          if (authorized) setOpen(true);
          else ask({ reason: "required", to: null });
        }}
      />
      <LatePart
        load={loadAlertSheet}
        wanted={open}
        onMissing={() => {
          setOpen(false);
          setMissing(true);
        }}
        props={{
          symbol,
          market: scope === "contract" ? "contract" : "spot",
          price,
          open,
          onClose: () => setOpen(false),
        }}
      />
    </>
  );
}
