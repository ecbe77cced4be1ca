import type { SecondsOrder } from "#protocol/seconds-order.ts";

/** A result of longer ago is news from before, told aside: it does not open over what the person does now. */
const openWithinMs = 60_000;

export interface DealtResults {
  /** Opens as a sheet. */
  open: SecondsOrder | undefined;
  /** Told by a notice each, oldest first. */
  noted: readonly SecondsOrder[];
}

/**
 * Which of the contracts that have just ended opens: the newest, never more than one, and none where
 * something lies over the page or the person is typing.
 * @param nowMs on the venue's clock
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

/** Whether a sheet may open by itself: nothing lies over the page and nobody types. */
export function hasRoomForResult(page: Document = document): boolean {
  const focused = page.activeElement;
  const types =
    focused?.matches(
      "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]",
    ) ?? false;
  return !types && page.querySelector("dialog[open]") === null;
}
