import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { call } from "../../../src/api/call.ts";
import { store as appStore } from "../../../src/shell/app-context.ts";
import { inFlightAtom, overlayDelayMs, veiledAtom } from "../../../src/shell/in-flight.ts";
import { connectCalls } from "../../../src/shell/session/session-effects.ts";

let store = createStore();

beforeEach(() => {
  vi.useFakeTimers();
  store = createStore();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = () => store.set(inFlightAtom, (count) => count + 1);
const end = () => store.set(inFlightAtom, (count) => count - 1);
const veiled = () => store.get(veiledAtom);

test("it shows 100 ms after a call began and not before, and goes when the last has ended", () => {
  begin();
  vi.advanceTimersByTime(overlayDelayMs - 1);
  expect(veiled()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(overlayDelayMs).toBe(100);
  expect(veiled()).toBe(true);
  begin();
  end();
  expect(veiled()).toBe(true);
  end();
  expect(veiled()).toBe(false);
});

test("calls that end within 100 ms show nothing, then or later", () => {
  begin();
  vi.advanceTimersByTime(99);
  end();
  vi.advanceTimersByTime(1_000);
  expect(veiled()).toBe(false);
});

test("the delay is each call's own: another one in flight when it is over shows it", () => {
  begin();
  vi.advanceTimersByTime(60);
  end();
  begin();
  vi.advanceTimersByTime(39);
  expect(veiled()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(veiled()).toBe(true);
  end();
  begin();
  expect(veiled()).toBe(false);
});

/** A venue that answers when the test lets it. */
function slowVenue() {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("location", { origin: "http://venue.test", href: "http://venue.test/" });
  vi.stubGlobal(
    "fetch",
    (_request: Request, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        answers.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  );
  connectCalls();
  return answers;
}

const counted = () => appStore.get(inFlightAtom);
const ask = (signal?: AbortSignal) =>
  call(
    sessionEndpoints.sendCode,
    { account: "a@example.org", logintype: "email", scene: "reg" },
    signal ? { signal } : {},
  ).catch(() => "failed");

test.each<[string, (answer: (response: Response) => void, abort: AbortController) => void]>([
  ["success", (answer) => answer(Response.json({ status: 0, msg: "", data: {} }))],
  ["a refusal", (answer) => answer(Response.json({ status: 100005, msg: "no", data: null }))],
  ["an answer that is none", (answer) => answer(new Response("<html>"))],
  ["an abort", (_answer, abort) => abort.abort()],
])("a call counts from before it leaves until after %s", async (_how, finish) => {
  const answers = slowVenue();
  const abort = new AbortController();
  const asked = ask(abort.signal);
  expect(counted()).toBe(1);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const [answer] = answers;
  if (answer) finish(answer, abort);
  await asked;
  expect(counted()).toBe(0);
});

test("a quiet read is never counted", async () => {
  const answers = slowVenue();
  const asked = call(marketEndpoints.mergedTickerRank, { sort: "vol" }, { quiet: true });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(counted()).toBe(0);
  answers[0]?.(Response.json({ status: 0, msg: "", data: [] }));
  expect(await asked).toEqual([]);
  expect(counted()).toBe(0);
});
