import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MarketSheet } from "./market-sheet.tsx";
import { symbolText } from "./symbol-text.ts";
import type { Scope } from "./use-market-list.ts";

/** The address names a market that this screen does not have: says so, and lets another be chosen. */
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
  const name = symbolText(symbol);
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
