import { useLingui } from "@lingui/react/macro";
import { marketStore } from "../../features/market/feed/market-store.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/lists/key-values.tsx";
import type { Connection } from "./use-connection.ts";

export interface ConnectionFactsProps {
  open: boolean;
  onClose: () => void;
  /** The state's word. */
  title: string;
  state: Connection["state"];
}

/** What the state of the connection means, and how old the newest price is. */
export function ConnectionFacts({ open, onClose, title, state }: ConnectionFactsProps) {
  const { t, i18n } = useLingui();
  // While all is live the state stays as it is, and knows no newer price.
  const newestTs = marketStore.newestTs();
  const meaning: Record<Connection["state"], string> = {
    starting: t`The venue is being asked for prices.`,
    live: t`Prices are at most three seconds old.`,
    delayed: t`Prices are more than three seconds old. Each says its age.`,
    frozen: t`Prices are too old to trade on. Trading resumes by itself once they are fresh.`,
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={<Button wide onClick={onClose}>{t`Close`}</Button>}
    >
      <p>{meaning[state]}</p>
      <KeyValues>
        <KeyValue label={t`Newest price`}>
          {newestTs === 0 ? t`none yet` : formatDateTime(newestTs, i18n.locale)}
        </KeyValue>
        <KeyValue label={t`Source`}>
          {marketStore.all()[0]?.src === "htx"
            ? t`HTX live feed`
            : t`Market simulator of this venue`}
        </KeyValue>
      </KeyValues>
    </Dialog>
  );
}
