import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { ContractOrder } from "#protocol/perpetual.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { useFlowSheet, type FlowSheetSituation } from "../trading/use-flow-sheet.ts";
import { useSeen } from "../trading/use-seen.ts";
import type { ContractFacts } from "./contract-figures.ts";
import { openingSummary, type OpeningDraft, type OpeningIntent } from "./opening-form.ts";
import { isPlainOpening, lookOf, type OpeningLook } from "./opening-look.ts";
import { openingsFollowed } from "./openings-followed.ts";
import { placeContractOrderMutation } from "./queries.ts";
import { useOpeningOutcome } from "./use-opening-outcome.ts";

export interface OpeningSheetSituation extends Pick<
  FlowSheetSituation<OpeningIntent, ContractOrder>,
  "onWaiting" | "notify"
> {
  draft: OpeningDraft;
  leverage: number;
  facts: ContractFacts | undefined;
  /** The venue has the order of this contract: what was typed for it may go. */
  onTaken: () => void;
}

/** An order to open on its way, with what is seen of it. */
export function useOpeningSheet({
  draft,
  leverage,
  facts,
  onTaken,
  onWaiting,
  notify,
}: OpeningSheetSituation) {
  const settings = useAtomValue(orderSettingsAtom);
  const place = useMutation(placeContractOrderMutation());
  const outcomeText = useOpeningOutcome();
  const key =
    !settings.confirm && facts ? JSON.stringify([facts.market.code, leverage, draft]) : undefined;
  const seen = useSeen<Record<"buy" | "sell", OpeningLook> | undefined>(
    key,
    () =>
      facts && {
        buy: lookOf(openingSummary(draft, "buy", leverage, facts)),
        sell: lookOf(openingSummary(draft, "sell", leverage, facts)),
      },
  );
  return useFlowSheet<OpeningIntent, ContractOrder>({
    kind: openingsFollowed,
    outcomeText,
    onWaiting,
    notify,
    deliver: ({ id, intent }) => place.mutateAsync({ ...intent, client_order_id: id }),
    isQuiet: (intent) =>
      !settings.confirm &&
      facts !== undefined &&
      isPlainOpening(intent, facts, settings, seen?.[intent.direction]),
    onTaken: (intent) => {
      if (intent.contract_code === facts?.market.code) onTaken();
    },
  });
}
