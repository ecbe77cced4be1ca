import {
  MutationObserver,
  onlineManager,
  QueryClient,
  type MutationOptions,
} from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiError } from "../../../src/api/api-error.ts";

const client = new QueryClient();
const modules = import.meta.glob<Record<string, unknown>>("../../../src/features/**/*quer*.ts", {
  eager: true,
});

/** What a visitor sends, by the name of its maker: every write of a user is a kind of src/writes. */
const mutations = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module)
    .filter(
      (
        entry,
      ): entry is [string, (client: QueryClient) => MutationOptions<unknown, ApiError, unknown>] =>
        entry[0].endsWith("Mutation") && typeof entry[1] === "function",
    )
    .map(([name, make]) => [`${path.split("/features/")[1]} ${name}`, make(client)] as const),
);

/** What was sent that is no read: its address. */
let sent: string[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("location", new URL("http://localhost/"));
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    if ((init?.method ?? "GET") !== "GET")
      sent.push(
        new URL(input instanceof Request ? input.url : input, "http://localhost/").pathname,
      );
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  onlineManager.setOnline(false);
});

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test("all of the app's mutations are known here", async () => {
  const sources = import.meta.glob<string>("../../../src/**/*.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const others = Object.entries(sources)
    .filter(
      ([path, text]) =>
        !path.endsWith("/api/query.ts") &&
        /useMutation\(\{|mutationOptions[<(]/.test(text) &&
        !/networkMode: "always"/.test(text),
    )
    .map(([path]) => path);
  expect(others).toEqual([]);
  expect(new Set(mutations.map(([name]) => name.split(" ")[1]))).toEqual(
    new Set([
      "forgotMutation",
      "loginMutation",
      "passkeyLoginMutation",
      "registerMutation",
      "sendCodeMutation",
    ]),
  );
});

test.each(mutations)(
  "%s fails without a network, each request made once, and is not sent once there is one",
  async (_name, options) => {
    expect(options).toMatchObject({ networkMode: "always", retry: false, gcTime: 0 });
    const observer = new MutationObserver(client, options);
    await expect(observer.mutate({})).rejects.toMatchObject({ status: null });
    const tries = [...sent];
    expect([
      new Set(tries).size === tries.length,
      observer.getCurrentResult().isPaused,
      client
        .getMutationCache()
        .getAll()
        .some((mutation) => mutation.state.isPaused),
    ]).toEqual([true, false, false]);
    onlineManager.setOnline(true);
    await client.resumePausedMutations();
    expect(sent).toEqual(tries);
  },
);
