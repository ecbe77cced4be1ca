import { afterEach, beforeEach, expect, test } from "vitest";
import * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { ApiError } from "../../../src/api/api-error.ts";
import { heldReasons } from "../../../src/lib/busy-flags.ts";
import { removeWhere } from "../../../src/storage/database.ts";
import { persistedReasons } from "../../../src/storage/persisted-busy-flags.ts";
import { acceptedForMs } from "../../../src/writes/message-lifetime.ts";
import { persistedIds, persistedIntents } from "../../../src/writes/persisted-attempts.ts";
import type { WriteKind } from "../../../src/writes/run-write.ts";
import { lateAfterMs, type Refusal } from "../../../src/writes/write.ts";
import { takeWriteLock } from "../../../src/writes/write-lock.ts";
import { createWriter } from "../../../src/writes/writer.ts";

interface Intent {
  amount: string;
}
type Kind = WriteKind<Intent, string, "done">;

const refuse = (status: number | null) => () =>
  Promise.reject(new ApiError("/api/test", "", { status, data: { available: 4 } }));
const lost = refuse(null);
const firstId = "6f9619ff-8b86-4d01-b42d-00cf4fc96400";

let now = 0;
let userId: string | null = null;
let userListeners: (() => void)[] = [];
let invalidated: Endpoint[] = [];
let refusals: Refusal[] = [];
let waits: number[] = [];
let sent: string[] = [];
let isReachable = true;
/** Whether the time passes in which a message may still arrive. */
let timePasses = false;
/** What each question is answered with in turn; null: it got no answer. Then nothing is found. */
let found: (string | undefined | null)[] = [];

beforeEach(() => {
  now = 1_700_000_000_000;
  userId = "7";
  userListeners = [];
  invalidated = [];
  refusals = [];
  waits = [];
  sent = [];
  found = [];
  isReachable = true;
  timePasses = false;
});
afterEach(async () => {
  // Ends what still runs on the pages of the test.
  setUser(null);
  await removeWhere(() => true);
});

function setUser(next: string | null): void {
  userId = next;
  for (const listener of userListeners) listener();
}

/** A page of the app: what it waits for is over at once, and its clock goes on by as much. */
function openPage() {
  let ids = 0;
  return createWriter(
    () => ({
      userId: () => userId,
      onUserChange: (listener) => (userListeners.push(listener), () => {}),
      invalidate: (endpoints) => (invalidated.push(...endpoints), Promise.resolve()),
      refused: (refusal) => void refusals.push(refusal),
    }),
    {
      now: () => now,
      newId: () => `${firstId.slice(0, -2)}${String((ids += 1)).padStart(2, "0")}`,
      wait: async (ms, signal) => {
        // Long after all that is under way in memory.
        await new Promise((done) => setTimeout(done, 1));
        if (signal.aborted) return;
        if (!timePasses && (ms === acceptedForMs || waits.length > 60))
          return new Promise((done) => signal.addEventListener("abort", () => done()));
        waits.push(ms);
        now += ms;
      },
    },
  );
}

function kindOf(send: (id: string) => Promise<string>, more: Partial<Kind> = {}): Kind {
  return {
    name: "test",
    send: ({ id }) => (sent.push(id), send(id)),
    find: () => {
      const answer = found.shift();
      return answer === null || !isReachable ? lost() : Promise.resolve(answer);
    },
    judge: (answer) => (answer === "accepted" ? "accepted" : { outcome: "done" }),
    invalidates: [walletEndpoints.walletBalance],
    persisted: persistedIntents<Intent>(
      (user) => `attempt:${user}`,
      v.object({ amount: v.string() }),
    ),
    ...more,
  };
}
const resumed = { isResumed: true, lockOf: (user: string) => `test:${user}` };
const intent = { amount: "5" };
const answers = (answer: string) => () => Promise.resolve(answer);
const stored = (kind: Kind) => kind.persisted?.read("7");

test("an answer settles it, and what it made out of date is read again; a refusal comes with its limit", async () => {
  const kind = kindOf(answers("order"));
  expect(await openPage().send(kind, intent)).toMatchObject({ step: "done", answer: "order" });
  expect([sent.length, waits, invalidated]).toEqual([1, [], [walletEndpoints.walletBalance]]);
  expect(await openPage().send(kindOf(refuse(codes.positionLocked)), intent)).toMatchObject({
    step: "refused",
    refusal: { status: codes.positionLocked, data: { available: 4 } },
  });
  expect([sent.length, await stored(kind)]).toEqual([2, undefined]);
});

test.each([null, codes.unknownError, codes.outcomeUnknown])(
  "after %s it is looked up and never sent again",
  async (status) => {
    found = ["order"];
    const kind = kindOf(refuse(status));
    expect(await openPage().send(kind, intent)).toMatchObject({ step: "done", answer: "order" });
    // Once unseen proves nothing: the message may be on its way.
    waits = [];
    found = [undefined, "order"];
    expect(await openPage().send(kind, intent)).toMatchObject({ step: "done" });
    expect(waits).toEqual([500, 2500]);
    found = [undefined, undefined];
    expect(await openPage().send(kind, intent)).toMatchObject({ step: "absent" });
    expect(sent).toHaveLength(3);
  },
);

test("a venue out of reach is asked ever more seldom", async () => {
  found = [null, null, null, null, null, null, "order"];
  expect(await openPage().send(kindOf(lost), intent)).toMatchObject({ step: "done" });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

/** A message that is on its way until the test ends its exchange. */
function hangingKind(more: Partial<Kind> = {}) {
  const exchanges: {
    answer: (text: string) => void;
    lose: (status?: number) => void;
    waited: AbortSignal;
  }[] = [];
  const kind = kindOf(lost, {
    ...resumed,
    isAskedWhenLate: true,
    send: ({ id }, waited) => {
      sent.push(id);
      return new Promise((answer, fail) =>
        exchanges.push({
          answer,
          lose: (status) => void refuse(status ?? null)().catch(fail),
          waited,
        }),
      );
    },
    ...more,
  });
  return { kind, exchanges };
}

test("a message whose answer is late is looked up while it is on its way, and what is found ends it", async () => {
  const { kind, exchanges } = hangingKind();
  const page = openPage();
  found = [undefined, null, "order"];
  expect(await page.send(kind, intent)).toMatchObject({
    step: "done",
    answer: "order",
    wasAbsent: false,
  });
  expect([waits, exchanges[0]?.waited.aborted]).toEqual([[lateAfterMs, 0, 1000, 2000], true]);
  expect(await stored(kind)).toBeUndefined();
  expect(heldReasons()).toEqual([]);

  // The next one goes under an id of its own, and the answer that comes after all belongs to neither.
  const next = page.send(kind, { amount: "6" });
  await expect.poll(() => sent.length).toBe(2);
  exchanges[0]?.answer("order");
  await new Promise((done) => setTimeout(done, 20));
  expect(page.snapshot("test").write).toMatchObject({ step: "sending", attempt: { id: sent[1] } });
  exchanges[1]?.answer("another");
  expect(await next).toMatchObject({ step: "done", answer: "another" });
  expect(new Set(sent).size).toBe(2);
});

test("what is not found while its message is on its way is not absent: only after its exchange has ended", async () => {
  const { kind, exchanges } = hangingKind();
  const page = openPage();
  const end = page.send(kind, intent);
  await expect.poll(() => waits.length).toBeGreaterThan(4);
  expect(page.snapshot("test").write).toMatchObject({ step: "sending", isLate: true });
  expect(await stored(kind)).toMatchObject({ id: sent[0], isReported: false });
  // Nobody else may send, or conclude anything, meanwhile.
  expect(await takeWriteLock("test:7")).toBeNull();
  exchanges[0]?.lose();
  expect(await end).toMatchObject({ step: "absent", unresolved: { id: sent[0] } });
  expect(sent).toHaveLength(1);
});

test("an answer that comes late still counts, and so does a refusal", async () => {
  const page = openPage();
  const { kind, exchanges } = hangingKind();
  const answered = page.send(kind, intent);
  await expect.poll(() => page.snapshot("test").write).toMatchObject({ isLate: true });
  exchanges[0]?.answer("order");
  expect(await answered).toMatchObject({ step: "done", answer: "order", wasAbsent: false });
  const refused = page.send(kind, intent);
  await expect.poll(() => page.snapshot("test").write).toMatchObject({ isLate: true });
  exchanges[1]?.lose(codes.insufficientBalance);
  expect(await refused).toMatchObject({
    step: "refused",
    refusal: { status: codes.insufficientBalance },
    unresolved: null,
  });
  expect(refusals).toHaveLength(1);
});

test("of what cannot be found by its id it is said that it is late, and nobody is asked", async () => {
  const { kind, exchanges } = hangingKind({ isAskedWhenLate: false });
  const page = openPage();
  found = ["what looks like it"];
  const end = page.send(kind, intent);
  await expect.poll(() => page.snapshot("test").write).toMatchObject({ isLate: true, tries: 0 });
  expect(waits).toEqual([lateAfterMs]);
  exchanges[0]?.answer("order");
  expect(await end).toMatchObject({ step: "done", answer: "order" });
});

test("an accepted one is followed by its own answer until it has an outcome", async () => {
  const follow = ["accepted", "filled"];
  const kind = kindOf(answers("accepted"), {
    follow: () => Promise.resolve(follow.shift() ?? ""),
    appearsIn: [walletEndpoints.tradeRecord],
  });
  expect(await openPage().send(kind, intent)).toMatchObject({ step: "done", answer: "filled" });
  expect([waits, sent.length]).toEqual([[600, 600], 1]);
  expect(invalidated).toEqual([walletEndpoints.tradeRecord, walletEndpoints.walletBalance]);
});

test("its id is kept until the outcome is known, and used again as long as the first message may arrive", async () => {
  const torn = kindOf(lost);
  const page = openPage();
  expect(await page.send(torn, intent)).toMatchObject({ step: "absent" });
  expect(await stored(torn)).toMatchObject({ id: sent[0], isReported: true });
  // On another page, too; there a clash of the two means that the earlier one counts.
  found = ["the first"];
  expect(
    await openPage().send(kindOf(refuse(codes.invalidParameters)), { amount: "6" }),
  ).toMatchObject({ step: "done", answer: "the first" });
  expect(new Set(sent).size).toBe(1);
  expect(await stored(torn)).toBeUndefined();
  expect(await openPage().send(kindOf(refuse(codes.invalidParameters)), intent)).toMatchObject({
    step: "refused",
  });
});

test("a repeatable one has no id to keep or to use again, and each refusal counts", async () => {
  let send: () => Promise<string> = lost;
  const { persisted: _persisted, ...kind } = kindOf(() => send());
  const repeatable: Kind = { ...kind, isRepeatable: true };
  const page = openPage();
  const first = await page.send(repeatable, intent);
  expect(first).toMatchObject({ step: "absent", unresolved: null });
  send = refuse(codes.invalidParameters);
  const second = await page.send(repeatable, intent);
  expect(second).toMatchObject({ step: "refused", unresolved: null });
  expect(new Set(sent).size).toBe(2);
});

test("a refusal is passed on, since it may say something of the account; not one of an ended session", async () => {
  await openPage().send(kindOf(refuse(codes.accountBlocked)), intent);
  expect(refusals).toEqual([{ status: codes.accountBlocked, data: { available: 4 } }]);
  let answer: (error: ApiError) => void = () => {};
  const kind = kindOf(() => new Promise((_, fail) => (answer = fail)));
  const end = openPage().send(kind, intent);
  await expect.poll(() => sent.length).toBe(2);
  setUser(null);
  answer(new ApiError("/api/test", "", { status: codes.accountBlocked }));
  await end;
  expect(refusals).toHaveLength(1);
});

test("a refusal under an id that is used again says nothing of the first message: the id stays", async () => {
  await openPage().send(kindOf(lost), intent);
  const refused = kindOf(refuse(codes.insufficientBalance));
  expect(await openPage().send(refused, intent)).toMatchObject({ step: "refused" });
  expect(await stored(refused)).toMatchObject({ id: sent[0], isReported: true });
});

test("a given-up message that the venue accepts no longer gives its id free", async () => {
  timePasses = true;
  const page = openPage();
  const kind = kindOf(lost);
  page.subscribe("test", () => {});
  await page.send(kind, intent);
  expect(page.snapshot("test").write).toMatchObject({ step: "absent" });
  await expect.poll(() => page.snapshot("test").write).toMatchObject({ unresolved: null });
  expect(now).toBeGreaterThanOrEqual(1_700_000_000_000 + acceptedForMs);
  await page.send(kind, intent);
  expect(new Set(sent).size).toBe(2);
});

test("a message that arrives after it was given up is shown, and once", async () => {
  const page = openPage();
  found = [undefined, undefined, undefined, "late order"];
  page.subscribe("test", () => {});
  expect(await page.send(kindOf(lost, resumed), intent)).toMatchObject({ step: "absent" });
  expect(page.takeReport("test")).toBe(true);
  await expect
    .poll(() => page.snapshot("test").write)
    .toMatchObject({ step: "done", answer: "late order", wasAbsent: true });
  expect([page.takeReport("test"), page.takeReport("test"), sent.length]).toEqual([true, false, 1]);
});

test("a later life of the page asks for what an earlier one left open", async () => {
  isReachable = false;
  const kind = kindOf(lost, resumed);
  const first = openPage();
  void first.send(kind, intent);
  await expect.poll(() => waits.length).toBeGreaterThan(2);
  expect(await stored(kind)).toMatchObject({ id: sent[0], intent, isReported: false });
  // The first page is gone: its lock is free.
  setUser(null);
  setUser("7");
  isReachable = true;
  found = ["order"];
  const second = openPage();
  second.resume(kind);
  await expect
    .poll(() => second.snapshot("test").write)
    .toMatchObject({ step: "done", answer: "order", wasAbsent: false, attempt: { intent } });
  await expect.poll(() => stored(kind)).toBeUndefined();
  expect(sent).toHaveLength(1);
});

test("what was found absent is asked for at once by a later life of the page, and may have arrived", async () => {
  const kind = kindOf(lost, { ...resumed, persisted: persistedIds<Intent>("test", intent) });
  await openPage().send(kind, intent);
  setUser(null);
  setUser("7");
  [waits, found, now] = [[], ["order"], Date.now()];
  await kind.persisted?.save("7", { id: firstId, intent, sentAt: now });
  const later = openPage();
  later.resume(kind);
  await expect
    .poll(() => later.snapshot("test").write)
    .toMatchObject({ step: "done", wasAbsent: true, attempt: { id: firstId } });
  expect(waits).toEqual([0]);
});

test("one at a time over tabs: a second one sends nothing and hears when the first is done", async () => {
  const held = await takeWriteLock("test:7");
  const page = openPage();
  const kind = kindOf(answers("order"), resumed);
  page.open(kind, intent);
  await page.confirm("test");
  expect(page.snapshot("test")).toMatchObject({
    write: { step: "confirming" },
    isTaken: false,
    isBusyElsewhere: true,
  });
  expect(sent).toEqual([]);
  held?.();
  await expect.poll(() => page.snapshot("test").isBusyElsewhere).toBe(false);
  await page.confirm("test");
  expect(page.snapshot("test").write.step).toBe("done");
  expect(sent).toHaveLength(1);
});

test("a tap shows in the moment it is taken, however long the device takes to send", async () => {
  const slow = Promise.withResolvers<void>();
  const kind = kindOf(answers("order"), {
    persisted: {
      save: () => slow.promise,
      read: () => Promise.resolve(undefined),
      remove: () => Promise.resolve(),
    },
  });
  const page = openPage();
  const shown: [isTaken: boolean, step: string][] = [];
  page.subscribe("test", () => {
    const { isTaken, write } = page.snapshot("test");
    shown.push([isTaken, write.step]);
  });
  page.open(kind, intent);
  const confirmed = page.confirm("test");
  expect([page.snapshot("test").isTaken, sent.length]).toEqual([true, 0]);
  slow.resolve();
  await confirmed;
  // Never a moment between the two in which it would look as if nothing had been pressed.
  expect(shown).toEqual([
    [false, "confirming"],
    [true, "confirming"],
    [false, "sending"],
    [false, "done"],
  ]);
});

test("two taps send once", async () => {
  const page = openPage();
  const kind = kindOf(answers("order"));
  page.open(kind, intent);
  await Promise.all([page.confirm("test"), page.confirm("test"), page.send(kind, intent)]);
  expect(sent).toHaveLength(1);
});

test("nothing leaves in the name of an ended session, and nobody is shown what it left open", async () => {
  const kind = kindOf(answers("order"), {
    persisted: {
      save: () => Promise.resolve(setUser(null)),
      read: () => Promise.resolve(undefined),
      remove: () => Promise.resolve(),
    },
  });
  const page = openPage();
  await page.send(kind, intent);
  expect([sent, page.snapshot("test").write.step]).toEqual([[], "idle"]);
  expect(await page.send(kind, intent)).toMatchObject({ step: "idle" });

  setUser("7");
  isReachable = false;
  const torn = kindOf(lost, resumed);
  const other = openPage();
  const end = other.send(torn, intent);
  await expect.poll(() => other.snapshot("test").write.step).toBe("checking");
  setUser("8");
  expect([(await end).step, other.snapshot("test").write.step]).toEqual(["checking", "idle"]);
  expect(await stored(torn)).toMatchObject({ id: sent[0], isReported: false });
  expect(heldReasons()).toEqual([]);
});

test("while a message is on its way no other page concludes that it was never sent, also after its session", async () => {
  let answer: (text: string) => void = () => {};
  const kind = kindOf(() => new Promise((done) => (answer = done)), resumed);
  const page = openPage();
  const end = page.send(kind, intent);
  await expect.poll(() => sent.length).toBe(1);
  setUser(null);
  expect(await takeWriteLock("test:7")).toBeNull();
  answer("order");
  await end;
  const free = await takeWriteLock("test:7");
  expect(free).not.toBeNull();
  free?.();
});

test("a screen that is left ends nothing that is under way, and takes along what was only being confirmed", async () => {
  let answer: (text: string) => void = () => {};
  const kind = kindOf(() => new Promise((done) => (answer = done)));
  const page = openPage();
  const leave = page.subscribe("test", () => {});
  page.open(kind, intent);
  leave();
  expect(page.snapshot("test").write.step).toBe("idle");

  const leaveAgain = page.subscribe("test", () => {});
  const end = page.send(kind, intent);
  await expect.poll(() => sent.length).toBe(1);
  leaveAgain();
  expect([heldReasons(), persistedReasons()]).toEqual([["order"], ["order"]]);
  answer("order");
  await end;
  expect([heldReasons(), persistedReasons()]).toEqual([[], []]);
  // Nobody has seen it yet: it is there when a screen comes back, and gone after that.
  const back = page.subscribe("test", () => {});
  expect([page.snapshot("test").write.step, page.takeReport("test")]).toEqual(["done", true]);
  back();
  expect(page.snapshot("test").write.step).toBe("idle");
});

test("of a remembered kind the outcome stays until it is dismissed", async () => {
  const page = openPage();
  await page.send(kindOf(answers("order"), { isRemembered: true }), intent);
  page.takeReport("test");
  page.subscribe("test", () => {})();
  expect(page.snapshot("test").write.step).toBe("done");
  page.dismiss("test");
  expect(page.snapshot("test").write.step).toBe("idle");
});
