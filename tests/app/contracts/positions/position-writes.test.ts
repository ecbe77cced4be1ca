import { expect, test } from "vitest";
import { settingLeverage } from "../../../../src/features/contracts/figures/leverage-queries.ts";
import {
  adjustingMargin,
  closing,
  closingAll,
  reversing,
  settingTpsl,
} from "../../../../src/features/contracts/positions/position-writes.ts";
import { isLate, isSettled, nextWrite, type Write } from "../../../../src/writes/write.ts";
import { position } from "../figures/contract-rows.ts";

test("whatever is done to a position is looked up while its answer is late", () => {
  const kinds = [
    closing("1"),
    reversing("1"),
    closingAll(undefined),
    adjustingMargin("1"),
    settingTpsl("1"),
    settingLeverage("BTC-USDT"),
  ];
  expect(kinds.filter(({ isAskedWhenLate }) => isAskedWhenLate !== true)).toEqual([]);
});

test("of a close of all that is on its way nothing is said before it has taken every position", () => {
  const kind = closingAll(undefined);
  type Closing = Parameters<(typeof kind)["send"]>[0];
  const positions = [position(), position({ id: "813" })];
  const attempt: Closing = { id: "1", intent: { request: { which: "all" }, positions }, sentAt: 0 };
  let write: Write<Closing["intent"], Awaited<ReturnType<(typeof kind)["send"]>>, "done"> = {
    step: "sending",
    attempt,
    reused: false,
    isLate: true,
    tries: 0,
  };
  // One has closed by itself meanwhile.
  const some = { closed: ["812"], failed: [{ id: "813", code: 0 }] };
  write = nextWrite(kind, write, { type: "found", answer: some });
  expect(isLate(write)).toBe(true);
  // The venue's own answer may say that one could not be closed.
  expect(isSettled(nextWrite(kind, write, { type: "answered", answer: some }))).toBe(true);
  const all = { closed: ["812", "813"], failed: [] };
  expect(nextWrite(kind, write, { type: "found", answer: all })).toMatchObject({
    step: "done",
    answer: all,
  });
});
