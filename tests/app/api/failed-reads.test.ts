/** Reads that failed, asked again. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "../../../src/api/api-error.ts";
import { followFailedReads } from "../../../src/api/failed-reads.ts";

let client: QueryClient;
let answer: { resolve: (data: string) => void; reject: (error: Error) => void };

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: "always" } },
  });
  followFailedReads(client);
});

const options = {
  queryKey: ["notices"],
  queryFn: () => new Promise<string>((resolve, reject) => (answer = { resolve, reject })),
};

/** What a screen sees of the read, and the function that closes it. */
function open() {
  const observer = new QueryObserver(client, options);
  const close = observer.subscribe(() => undefined);
  const seen = () => {
    const { status, error, isFetching, data } = observer.getCurrentResult();
    return { status, error: error?.message, isFetching, data };
  };
  return { close, seen, retry: () => void observer.refetch() };
}

test("the error stays until the answer has come, also where it fails again", async () => {
  const screen = open();
  expect(screen.seen()).toMatchObject({ status: "pending", isFetching: true });
  answer.reject(new Error("first"));
  await expect.poll(screen.seen).toMatchObject({ status: "error", error: "first" });
  screen.retry();
  expect(screen.seen()).toMatchObject({ status: "error", error: "first", isFetching: true });
  answer.reject(new Error("second"));
  await expect
    .poll(screen.seen)
    .toMatchObject({ status: "error", error: "second", isFetching: false });
  screen.retry();
  expect(screen.seen()).toMatchObject({ status: "error", error: "second", isFetching: true });
  answer.resolve("three notices");
  await expect.poll(screen.seen).toEqual({
    status: "success",
    error: undefined,
    isFetching: false,
    data: "three notices",
  });
});

test("a retry that is cancelled leaves the error", async () => {
  const screen = open();
  answer.reject(new Error("first"));
  await expect.poll(screen.seen).toMatchObject({ status: "error" });
  screen.retry();
  await client.cancelQueries({ queryKey: options.queryKey });
  expect(screen.seen()).toMatchObject({ status: "error", error: "first", isFetching: false });
});

test("a screen that opens later is loading, and so is one whose read was reset", async () => {
  const first = open();
  answer.reject(new Error("first"));
  await expect.poll(first.seen).toMatchObject({ status: "error" });
  first.close();
  const second = open();
  expect(second.seen()).toMatchObject({ status: "pending", error: undefined, isFetching: true });
  answer.reject(new Error("second"));
  await expect.poll(second.seen).toMatchObject({ status: "error", error: "second" });
  void client.resetQueries({ queryKey: options.queryKey });
  expect(second.seen()).toMatchObject({ status: "pending", error: undefined });
});

test("the answer of one has the others asked again that had none, each once, and what was refused is left", async () => {
  const asked: string[] = [];
  let isUp = false;
  const screen = (key: string, failure: () => Error | undefined) => {
    const observer = new QueryObserver(client, {
      queryKey: [key],
      queryFn: () => {
        asked.push(key);
        const error = failure();
        return error ? Promise.reject(error) : Promise.resolve(key);
      },
    });
    observer.subscribe(() => undefined);
    return observer;
  };
  const lost = (path: string) => new ApiError(path, "nothing came", { status: null });
  const whileDown = (path: string) => () => (isUp ? undefined : lost(path));
  const first = screen("first", whileDown("first"));
  const second = screen("second", whileDown("second"));
  const third = screen("third", () => lost("third"));
  const refused = screen("refused", () => new ApiError("refused", "not you", { status: 100_005 }));
  const closed = screen("closed", whileDown("closed"));
  const all = [first, second, third, refused, closed];
  await expect.poll(() => all.map((one) => one.getCurrentResult().isError)).not.toContain(false);
  closed.destroy();

  asked.length = 0;
  await first.refetch();
  await settled();
  expect(asked).toEqual(["first"]);

  isUp = true;
  // Its failure is to lie before the next question, by the clock's ms.
  await new Promise((done) => setTimeout(done, 5));
  asked.length = 0;
  await first.refetch();
  await settled();
  expect(asked).toEqual(["first", "second", "third"]);
  expect(second.getCurrentResult().data).toBe("second");

  asked.length = 0;
  await first.refetch();
  await settled();
  expect(asked).toEqual(["first"]);
});

test("what got no answer is asked again by itself while a screen shows it, and what was refused is not", async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const began = Date.now();
  const asked: Record<string, number[]> = { lost: [], closed: [], refused: [] };
  const screen = (key: string, status: number | null) => {
    const observer = new QueryObserver(client, {
      queryKey: [key],
      queryFn: () => {
        asked[key]?.push((Date.now() - began) / 1000);
        if (key === "lost" && Date.now() - began > 30_000) return Promise.resolve("here");
        return Promise.reject(new ApiError(key, "no answer", { status }));
      },
    });
    observer.subscribe(() => undefined);
    return observer;
  };
  const lost = screen("lost", null);
  const closed = screen("closed", null);
  screen("refused", 100_005);
  await vi.advanceTimersByTimeAsync(6000);
  closed.destroy();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual({ lost: [0, 5, 15, 35], closed: [0, 5], refused: [0] });
  expect(lost.getCurrentResult().data).toBe("here");
});

/** All that was asked has its answer, and what that leads to. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((done) => setTimeout(done, 2));
  expect(client.isFetching()).toBe(0);
}
