import { useAtomValue } from "jotai";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { useOrderWrite, type OrderWriteOptions } from "../../trade/writes/use-order-write.ts";
import { useSeen } from "../../trade/ticket/use-seen.ts";
import type { ContractFacts } from "../figures/contract-figures.ts";
import { useContractRefusalText } from "../figures/contract-refusal-messages.ts";
import { openingSummary } from "./opening-form.ts";
import type { OpeningDraft, OpeningIntent } from "./opening-numbers.ts";
import { isPlainOpening, lookOf, type OpeningLook } from "./opening-check.ts";
import { openingOrders } from "./opening-orders.ts";
import { useOpeningOutcome } from "./use-opening-outcome-message.ts";

export interface OpeningSheetOptions extends Pick<
  OrderWriteOptions<OpeningIntent, ContractOrder>,
  "onWaiting" | "notify"
> {
  draft: OpeningDraft;
  leverage: number;
  facts: ContractFacts | undefined;
  /** The venue has the order of this contract: what was typed for it may go. */
  onPlaced: () => void;
}

/** An order to open from the ticket to its outcome, with what the sheet shows of it. */
export function useOpeningSheet({
  draft,
  leverage,
  facts,
  onPlaced,
  onWaiting,
  notify,
}: OpeningSheetOptions) {
  const settings = useAtomValue(orderSettingsAtom);
  const outcomeMessage = useOpeningOutcome();
  const refusalMessage = useContractRefusalText();
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
  return useOrderWrite<OpeningIntent, ContractOrder>({
    kind: openingOrders,
    outcomeMessage,
    refusalMessage,
    onWaiting,
    notify,
    isQuiet: (intent) =>
      !settings.confirm &&
      intent.replaces === undefined &&
      facts !== undefined &&
      isPlainOpening(intent, facts, settings, seen?.[intent.direction]),
    onPlaced: (intent) => {
      if (intent.replaces === undefined && intent.contract_code === facts?.market.code) onPlaced();
    },
  });
}
