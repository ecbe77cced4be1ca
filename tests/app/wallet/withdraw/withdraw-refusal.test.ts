import { expect, test } from "vitest";
import { withdrawalEndpoints } from "#protocol/api/withdrawal.ts";
import { bankCardEndpoints } from "#protocol/api/bank-card.ts";
import { withdrawRefusal } from "../../../../src/features/wallet/withdraw/withdraw-refusal.ts";
import { saidInPlace } from "../../../../src/features/wallet/withdraw/withdrawal-queries.ts";

const place = (status: number, data?: unknown) => withdrawRefusal(status, data, "en-US").place;

test("every refusal of these endpoints is shown in the form, and by no toast", () => {
  const handled = new Set<number>(saidInPlace);
  const all = [...Object.values(withdrawalEndpoints), ...Object.values(bankCardEndpoints)].flatMap(
    ({ refusals }) => [...refusals],
  );
  expect(all.filter((status) => !handled.has(status))).toEqual([]);
});

test.each([
  [402, { reason: "held", until: 1_800_000_000_000 }, "form"],
  [402, { reason: "whitelist" }, "address"],
  [402, { reason: "address_wait", until: 1_800_000_000_000, saved: 0 }, "address"],
  [402, { reason: "Ask us." }, "form"],
  [402, null, "form"],
  [200002, { wait: 900 }, "password"],
  [300022, {}, "password"],
  [300022, { unset: 1 }, "gate"],
  [200005, {}, "address"],
  [200006, { own: 1 }, "address"],
  [200008, { min: "10" }, "amount"],
  [300007, { most: 3 }, "form"],
  [300025, {}, "gate"],
  [300026, {}, "card"],
  [300027, { field: "card_no" }, "card"],
  [300028, { paused: 1 }, "network"],
  [100005, { field: "quote_id", problem: "over" }, "quote"],
  [100005, { field: "memo", problem: "missing" }, "memo"],
  [100005, { field: "amount", day_left: "3" }, "amount"],
  [100005, { field: "account_name", problem: "holder" }, "holder"],
  [100005, "nonsense", "form"],
  [999999, { until: Number.NaN }, "form"],
])("%i %j belongs to the %s", (status, data, wanted) => {
  expect(place(status, data)).toBe(wanted);
});

test("a similar address is named, so that the two can be compared", () => {
  expect(withdrawRefusal(402, { reason: "look_alike", look_alike: "T1" }, "en-US")).toMatchObject({
    place: "address",
    lookAlike: "T1",
  });
});
