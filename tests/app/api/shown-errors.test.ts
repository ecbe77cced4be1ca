/** A read that failed, asked again. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { keepShownErrors } from "../../../src/api/shown-errors.ts";

let client: QueryClient;
let answer: { resolve: (data: string) => void; reject: (error: Error) => void };

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: "always" } },
  });
  keepShownErrors(client.getQueryCache());
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
