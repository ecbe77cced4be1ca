import { useLingui } from "@lingui/react/macro";
import { Sheet } from "../../ui/sheet.tsx";
import { MarketList } from "./market-list.tsx";
import type { Scope } from "./use-market-list.ts";
import styles from "./market-sheet.module.css";

export interface MarketSheetProps {
  scope: Scope;
  open: boolean;
  onClose: () => void;
  onPick: (symbol: string) => void;
}

/** Chooses a market of one product. */
export function MarketSheet({ scope, open, onClose, onPick }: MarketSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Choose a market`} closeLabel={t`Close`}>
      <div className={styles.choice}>
        <MarketList place="sheet" product={scope} onOpen={onPick} />
      </div>
    </Sheet>
  );
}
