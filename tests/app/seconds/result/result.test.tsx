import { i18n } from "@lingui/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  dealResults,
  hasRoomForResult,
  useResultNotice,
} from "../../../../src/features/seconds/result/result-placement.ts";
import { HistoryRow } from "../../../../src/features/seconds/history/closed-seconds-row.tsx";
import {
  ResultHeadline,
  SettledRows,
} from "../../../../src/features/seconds/result/result-summary.tsx";
import { SettledWatch } from "../../../../src/features/seconds/result/use-settled-results.ts";
import { contractBillMessages } from "../../../../src/features/wallet/bills/bill-messages.ts";
import { billRequest, countFilters } from "../../../../src/features/wallet/bills/bill-filters.ts";
import { hideAmountsAtom } from "../../../../src/features/wallet/assets/wallet-atoms.ts";
import { queryClient, store } from "../../../../src/shell/app-context.ts";
import { textOf } from "../render-in-app.tsx";
import { closedOrder, secondsOrder, t1 } from "../seconds-orders.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => {
  store.set(hideAmountsAtom, false);
  queryClient.clear();
});

const lost = closedOrder({
  id: "9002",
  result: "lose",
  profit: "-100.00",
  payout: "0.00",
  close_price: "59999.000",
});
const drawn = closedOrder({
  id: "9003",
  result: "draw",
  profit: "0.00",
  payout: "100.00",
  close_price: "60000.130",
});
const voided = closedOrder({
  id: "9004",
  result: "void",
  void_reason: "exit",
  profit: "0.00",
  payout: "100.00",
  close_price: null,
});

describe("of contracts that end", () => {
  const room = { nowMs: t1 + 2000, hasRoom: true };

  test("the newest opens and the others are listed beside it, oldest first", () => {
    const later = closedOrder({ id: "9010", t1: t1 + 1000 });
    expect(dealResults([later, lost, drawn], room)).toEqual({ open: later, noted: [lost, drawn] });
    expect(
      dealResults([closedOrder({ id: "10000" }), closedOrder({ id: "9999" })], room).open?.id,
    ).toBe("10000");
  });

  test("none opens over something, or long after it ended", () => {
    expect(dealResults([lost, drawn], { ...room, hasRoom: false })).toEqual({
      open: undefined,
      noted: [lost, drawn],
    });
    expect(dealResults([lost], { ...room, nowMs: t1 + 3600_000 })).toEqual({
      open: undefined,
      noted: [lost],
    });
    expect(dealResults([], room)).toEqual({ open: undefined, noted: [] });
  });

  test("there is no room while somebody types or a dialog is open", () => {
    const page = (typing: boolean, dialog: boolean) =>
      ({
        activeElement: { matches: () => typing },
        querySelector: () => (dialog ? {} : null),
      }) as unknown as Document;
    expect(
      [page(false, false), page(true, false), page(false, true)].map((one) =>
        hasRoomForResult(one),
      ),
    ).toEqual([true, false, false]);
  });

  test("each is reported once, whether the stream or the list says it first", () => {
    const watch = new SettledWatch();
    expect(watch.seen([{ id: "1" }, { id: "2" }])).toEqual([]);
    expect(watch.seen([{ id: "2" }])).toEqual(["1"]);
    // The question may be lost: it is asked again until there is an answer.
    expect(watch.seen([{ id: "2" }])).toEqual(["1"]);
    expect(watch.ended({ id: "1", status: 0 })).toBe(false);
    expect(watch.ended({ id: "1", status: 1 })).toBe(true);
    expect(watch.ended({ id: "1", status: 1 })).toBe(false);
    expect(watch.ended({ id: "2", status: 1 })).toBe(true);
    // An older answer of the list, which still has it, wakes nothing.
    expect(watch.seen([{ id: "2" }])).toEqual([]);
    expect(watch.seen([])).toEqual([]);
    watch.seen([{ id: "3" }]);
    watch.unknown("3");
    expect(watch.seen([])).toEqual([]);
  });
});

describe("a result", () => {
  const headline = (order: typeof lost) => textOf(<ResultHeadline order={order} />);

  test("is said in words and with its sign, with why", () => {
    expect(headline(closedOrder())).toContain("|Won +95.00 USDT|The exit is above the entry.|");
  });

  test.each([
    ["lost", lost, /\|Lost −100\.00 USDT\|The exit is below the entry\.\|/],
    [
      "lost on down",
      closedOrder({ direction: "down", result: "lose", payout: "0" }),
      /The exit is above the entry\./,
    ],
    ["equal", drawn, /\|Equal\|Entry and exit are equal, so the stake came back\.\|/],
    ["refunded at the exit", voided, /\|Refunded\|Prices for the exit are missing/],
    [
      "refunded at the entry",
      closedOrder({ result: "void", void_reason: "entry", payout: "100" }),
      /Prices for the entry are missing/,
    ],
    [
      "refunded for a reason unknown here",
      closedOrder({ result: "void", void_reason: "other", payout: "100" }),
      /It could not be settled, so the stake came back\./,
    ],
  ])("%s", (_, order, said) => expect(headline(order)).toMatch(said));

  test("a contract that the venue took in late says so beside its result, one in time says nothing", () => {
    const slip = {
      format: "godwit-slip-1" as const,
      public_key: "k".repeat(87),
      user_id: "7",
      order_id: "9001",
      client_order_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
      symbol: "btcusdt",
      direction: "up" as const,
      currency: "USDT",
      stake: "100",
      odds: "0.95",
      time: 30,
      sent_time: t1 - 40_000,
      accept_time: t1 - 36_900,
      t0: t1 - 30_000,
      t1,
      source: "sim",
      day_commits: [],
      head: { seq: 0, hash: "0".repeat(64) },
      seen: null,
      hash: "b".repeat(64),
      signature: "s".repeat(86),
    };
    const late = textOf(<SettledRows order={closedOrder()} slip={slip} seq={17} />);
    expect(late).toContain("3.1 s, longer than the 2 s that the rules allow for");
    const inTime = { ...slip, accept_time: slip.sent_time + 300 };
    const text = textOf(<SettledRows order={closedOrder()} slip={inTime} seq={17} />);
    expect(text).not.toContain("Taken in after");
  });

  test("has both prices with their moments to the millisecond, what came back, the net and the receipt's number", () => {
    const text = textOf(<SettledRows order={closedOrder()} seq={17} />);
    expect(text).toMatch(/Entry price\|.*60,000\.130 · \d\d:\d\d:06\.000/);
    expect(text).toMatch(/Exit price\|.*60,002\.500 · \d\d:\d\d:36\.000/);
    for (const row of ["Came back|195.00 USDT|", "Net result|+95.00 USDT|", "|17|"])
      expect(text).toContain(row);
    expect(textOf(<SettledRows order={voided} seq={undefined} />)).toMatch(
      /Exit price\|.*none · .*Came back\|100\.00 USDT\|Net result\|0\.00 USDT\|$/,
    );
  });

  test("is one sentence in the list and in a toast, without amounts where they are hidden", () => {
    function Notices() {
      const notice = useResultNotice();
      return (
        <>
          {[closedOrder(), lost, drawn, voided].map((order) => (
            <p key={order.id}>
              {notice(order).type}: {notice(order).description}
            </p>
          ))}
        </>
      );
    }
    expect(textOf(<Notices />)).toBe(
      "|success: BTC/USDT, Up, 30 s: Won, +95.00 USDT|info: BTC/USDT, Up, 30 s: Lost, −100.00 USDT|info: BTC/USDT, Up, 30 s: Equal. The stake came back.|warning: BTC/USDT, Up, 30 s: Refunded. The stake came back.|",
    );
    expect(textOf(<HistoryRow order={lost} onPress={() => undefined} />)).toMatch(
      /^\|BTC\/USDT, Up, 30 s, Lost, −100\.00 USDT, stake 100\.00 USDT, entry 60,000\.130, exit 59,999\.000, /,
    );
    store.set(hideAmountsAtom, true);
    expect(
      textOf(
        <>
          <Notices />
          <HistoryRow order={lost} onPress={() => undefined} />
          <SettledRows order={lost} seq={1} />
        </>,
      ),
    ).not.toMatch(/100\.00|95\.00/);
  });

  test("still on its way has no outcome", () => {
    expect(headline(secondsOrder())).toContain("Delivery in progress");
  });
});

describe("entries of the history", () => {
  test("say of a stake that came back why it did", () => {
    const title = (type: number, sub_type: string) =>
      contractBillMessages({ type, sub_type, amount: "100.00" })?.title.message;
    expect([title(3, "draw"), title(3, "void"), title(3, "open"), title(4, "win")]).toEqual([
      "Stake returned: equal",
      "Stake returned: refunded",
      undefined,
      undefined,
    ]);
  });

  test("of one contract can be asked for", () => {
    expect(billRequest({ second: "9001" })).toEqual({ ref_type: "second_order", ref_id: "9001" });
    expect(countFilters({ second: "9001" })).toBe(1);
  });
});
