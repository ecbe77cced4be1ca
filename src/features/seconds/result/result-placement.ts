import { useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import type { OrderNotice } from "../../trade/trade-screen.ts";
import { netOf } from "../figures/payout-figures.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";

/** An older result is shown as a notice and does not open over what the person does now. */
const openWithinMs = 60_000;

interface DealtResults {
  /** Opens as a sheet. */
  open: SecondsOrder | undefined;
  /** Shown as notices, oldest first. */
  noted: readonly SecondsOrder[];
}

/**
 * Chooses which of the just ended contracts opens as a sheet: the newest, and none while a dialog is open or
 * the person is typing.
 * @param nowMs on the venue clock
 */
export function dealResults(
  ended: readonly SecondsOrder[],
  { nowMs, hasRoom }: { nowMs: number; hasRoom: boolean },
): DealtResults {
  const sorted = ended.toSorted((a, b) => a.t1 - b.t1 || Number(BigInt(a.id) - BigInt(b.id)));
  const newest = sorted.at(-1);
  const open =
    newest && hasRoom && nowMs - (newest.close_time ?? newest.t1) <= openWithinMs
      ? newest
      : undefined;
  return { open, noted: sorted.filter((order) => order !== open) };
}

/** Whether a sheet may open by itself: no dialog is open and nobody is typing. */
export function hasRoomForResult(page: Document = document): boolean {
  const focused = page.activeElement;
  const types =
    focused?.matches(
      "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]",
    ) ?? false;
  return !types && page.querySelector("dialog[open]") === null;
}

/** The result of a contract as a toast. */
export function useResultNotice(): (order: SecondsOrder) => OrderNotice {
  const { t } = useLingui();
  const messages = useSecondsOrderMessages();
  return (order) => {
    const [name, outcome] = [
      messages.name(order),
      order.result === null ? t`Delivery in progress` : messages.outcome(order.result),
    ];
    const net = netOf(order);
    const money =
      net === undefined || order.result === "draw" || order.result === "void"
        ? ""
        : messages.signed(net, order.currency);
    return {
      type: order.result === "win" ? "success" : order.result === "void" ? "warning" : "info",
      description:
        money === ""
          ? t`${name}: ${outcome}. The stake came back.`
          : t`${name}: ${outcome}, ${money}`,
    };
  };
}
