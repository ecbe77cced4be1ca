import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { AfterPaint } from "../../../ui/states/after-paint.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { symbolName } from "../feed/symbol-name.ts";
import { MarketList } from "../list/market-list.tsx";
import type { Scope } from "#protocol/api/market.ts";
import styles from "./market-sheet.module.css";

interface MarketSheetProps {
  scope: Scope;
  open: boolean;
  onClose: () => void;
  onPick: (symbol: string) => void;
}

/** A sheet to choose a market of one product. */
export function MarketSheet({ scope, open, onClose, onPick }: MarketSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Choose a market`} closeLabel={t`Close`}>
      <div className={styles.choice}>
        <AfterPaint waiting={<SkeletonRows count={8} />}>
          <MarketList place="sheet" product={scope} onOpen={onPick} />
        </AfterPaint>
      </div>
    </Sheet>
  );
}

/** Shown where the address names a market that this screen does not offer, with a way to choose another. */
export function NotOffered({
  symbol,
  scope,
  onPick,
}: {
  symbol: string;
  scope: Scope;
  onPick: (symbol: string) => void;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const name = symbolName(symbol);
  return (
    <>
      <EmptyState
        title={
          scope === "contract"
            ? t`There is no contract on ${name}`
            : scope === "second"
              ? t`No seconds contracts on ${name}`
              : t`There is no market ${name}`
        }
        action={
          <Button look="primary" onClick={() => setOpen(true)}>
            <Trans>Choose a market</Trans>
          </Button>
        }
      >
        <Trans>The venue does not offer this one here. Others are a tap away.</Trans>
      </EmptyState>
      <MarketSheet
        scope={scope}
        open={open}
        onClose={() => setOpen(false)}
        onPick={(picked) => {
          setOpen(false);
          onPick(picked);
        }}
      />
    </>
  );
}
