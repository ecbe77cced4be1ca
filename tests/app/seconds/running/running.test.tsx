import { i18n } from "@lingui/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runningMarks } from "../../../../src/features/seconds/running/use-running-marks.ts";
import {
  ifRight,
  netOf,
  outlookOf,
} from "../../../../src/features/seconds/figures/payout-figures.ts";
import { RunningCard } from "../../../../src/features/seconds/running/running-card.tsx";
import { momentOf } from "../../../../src/features/seconds/running/running-stage.ts";
import { hideAmountsAtom } from "../../../../src/features/wallet/assets/wallet-atoms.ts";
import { queryClient, store } from "../../../../src/shell/app-context.ts";
import { paintTimeMarks } from "../../../../src/ui/chart/tagged-lines.ts";
import { markup, textOf } from "../render-in-app.tsx";
import { closedOrder, secondsOrder, t0, t1 } from "../seconds-orders.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => {
  vi.useRealTimers();
  store.set(hideAmountsAtom, false);
  queryClient.clear();
});

describe("where a contract stands follows from its two moments and the clock alone", () => {
  const entered = secondsOrder();
  const unentered = secondsOrder({ open_price: null });

  test.each([
    [
      "just accepted",
      unentered,
      t0 - 5750,
      { stage: "locking", leftSec: 6, share: 0, isOverdue: false },
    ],
    [
      "a moment before the lock",
      unentered,
      t0 - 1,
      { stage: "locking", leftSec: 1, share: 0, isOverdue: false },
    ],
    [
      "at the lock, without an entry yet",
      unentered,
      t0,
      { stage: "entering", leftSec: 30, share: 0, isOverdue: false },
    ],
    [
      "half way",
      entered,
      t0 + 15_000,
      { stage: "running", leftSec: 15, share: 0.5, isOverdue: false },
    ],
    [
      "a moment before delivery",
      entered,
      t1 - 1,
      { stage: "running", leftSec: 1, share: 29_999 / 30_000, isOverdue: false },
    ],
    ["at delivery", entered, t1, { stage: "delivering", leftSec: 0, share: 1, isOverdue: false }],
    [
      "long after delivery, never entered",
      unentered,
      t1 + 10_000,
      { stage: "delivering", leftSec: 0, share: 1, isOverdue: true },
    ],
  ])("%s", (_, order, now, moment) => expect(momentOf(order, now)).toEqual(moment));

  test("not from the price: a frozen feed stops nothing", () => {
    expect(momentOf(secondsOrder({ current_price: null }), t0 + 15_000)).toEqual(
      momentOf(entered, t0 + 15_000),
    );
  });
});

describe("what it would pay now", () => {
  const now = (order: Parameters<typeof secondsOrder>[0]) => outlookOf(secondsOrder(order));

  test("is what the rule would settle at the latest price", () => {
    expect(now({})).toEqual({ result: "win", payout: "195", net: "95" });
    expect(now({ direction: "down" })).toEqual({ result: "lose", payout: "0", net: "-100" });
    expect(now({ current_price: "60000.1300" })).toEqual({
      result: "draw",
      payout: "100",
      net: "0",
    });
  });

  test("rounds the latest price as an exit is rounded: half up to a digit more than the market has", () => {
    expect(now({ current_price: "60000.1304" })?.result).toBe("draw");
    expect(now({ current_price: "60000.1305" })?.result).toBe("win");
    expect(now({ current_price: "60000.1294", direction: "down" })?.result).toBe("win");
  });

  test("rounds the profit down, as the venue credits", () => {
    expect(ifRight({ amount: "0.00000003", odds: "0.95" })).toEqual({
      payout: "0.00000005",
      profit: "0.00000002",
    });
  });

  test("is unknown without an entry or without a fresh price", () => {
    expect(now({ open_price: null })).toBeUndefined();
    expect(now({ current_price: null })).toBeUndefined();
    expect(netOf(secondsOrder())).toBeUndefined();
    expect(netOf(closedOrder({ payout: "0.00", result: "lose" }))).toBe("-100");
  });
});

describe("a card", () => {
  const card = (order: Parameters<typeof secondsOrder>[0], now: number, at = now) => {
    vi.useFakeTimers({ now });
    return textOf(<RunningCard order={secondsOrder(order)} at={at} />);
  };

  test("before the lock says when the price locks and promises none", () => {
    const text = card({ open_price: null }, t0 - 2500);
    expect(text).toContain("The price locks in 3 s");
    expect(text).toContain("Entry price|Locks in 3 s");
    expect(text).not.toMatch(/Winning|Losing|Level/);
  });

  test("while it runs says winning or losing in words, with what that would pay", () => {
    const text = card({}, t0 + 7000);
    for (const part of [
      "|Up|BTC/USDT|30 s|",
      "|00:23|",
      "|Winning|At this price it pays 195.00 USDT (+95.00 USDT)|",
      "|Stake|100.00 USDT|",
      "|If right|195.00 USDT|",
      "|Odds|+95%|",
      "|Entry price|60,000.130|",
      "|Index now|60,001.0000|",
    ])
      expect(text).toContain(part);
    expect(card({ direction: "down" }, t0 + 7000)).toContain(
      "|Losing|At this price it pays 0.00 USDT (−100.00 USDT)|",
    );
    expect(card({ current_price: "60000.1300" }, t0 + 7000)).toContain(
      "|Level|At this price it pays 100.00 USDT (0.00 USDT)|",
    );
  });

  test("counts on when the feed or the line is gone, and says of when its price is", () => {
    const stale = card({}, t0 + 20_000, t0 + 8000);
    expect(stale).toContain("|00:10|");
    expect(stale).toContain("At that price it would have paid 195.00 USDT");
    expect(stale).toContain("The price is from 12 seconds ago. The time runs on all the same.");
    expect(stale).toContain("Last index");
    expect(card({ current_price: null }, t0 + 20_000)).toMatch(
      /\|00:10\|No price to compare with\|.*no fresh price at present\. The time runs on; without prices for the exit the stake comes back\./,
    );
  });

  test("after zero says that the venue delivers, or that it is late", () => {
    expect(card({}, t1 + 1000)).toContain(
      "|00:00|Delivery in progress|The venue makes the exit price.|",
    );
    expect(card({}, t1 + 60_000)).toContain("only the prices of its own seconds count");
  });

  test("hides amounts and not prices when amounts are to be hidden", () => {
    store.set(hideAmountsAtom, true);
    const text = card({}, t0 + 7000);
    expect(text).not.toMatch(/195|100\.00|95\.00/);
    expect(text).toContain("60,000.130");
  });

  test("is named by what it is, and its countdown is no live region", () => {
    vi.useFakeTimers({ now: t0 + 7000 });
    const html = markup(<RunningCard order={secondsOrder()} at={t0 + 7000} />);
    expect(html).toContain('aria-label="BTC/USDT, Up, 30 s"');
    expect(html).toContain('role="timer"');
    expect(html).not.toContain("aria-live");
  });
});

describe("on the chart", () => {
  const texts = {
    entry: ({ direction }: { direction: string }) => direction,
    delivery: () => "Delivery",
  };

  test("each delivery is a moment, each entry that is made a line, and what several share is drawn once", () => {
    const other = secondsOrder({ direction: "down", t1: t1 + 30_000 });
    expect(
      runningMarks(
        [
          secondsOrder(),
          secondsOrder({ open_price: null }),
          secondsOrder({ open_price: "60010.000" }),
          other,
        ],
        texts,
      ),
    ).toEqual({
      lines: [
        { price: 60000.13, kind: "entry", label: "up · down" },
        { price: 60010, kind: "entry", label: "up" },
      ],
      moments: [
        { timeSec: t1 / 1000, label: "Delivery" },
        { timeSec: t1 / 1000 + 30, label: "Delivery" },
      ],
    });
  });

  test("a moment ahead of the candles is drawn where it will be; one out of sight is not", () => {
    const moves: number[] = [];
    const drawn: string[] = [];
    const ctx = new Proxy(
      {
        canvas: {},
        measureText: (text: string) => ({ width: text.length * 6 }),
        moveTo: (x: number) => moves.push(x),
        fillText: (text: string) => drawn.push(text),
      },
      {
        get: (held, name) => (name in held ? held[name as keyof typeof held] : () => undefined),
        set: () => true,
      },
    );
    const tags = { ctx, colours: {}, ratio: 1, right: 400, edge: 460 };
    // Only what is drawn is looked at.
    paintTimeMarks(
      tags as unknown as Parameters<typeof paintTimeMarks>[0],
      { min: 1000, max: 2000, right: 400 },
      200,
      [
        { timeSec: 1900, label: "Delivery" },
        { timeSec: 2100, label: "later" },
      ],
    );
    expect(moves).toEqual([360.5]);
    expect(drawn).toEqual(["Delivery"]);
  });
});
