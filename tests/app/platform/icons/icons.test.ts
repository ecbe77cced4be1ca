import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubWindowEvents } from "../../../harness/window-events.ts";
import { readIcons } from "../../../../src/features/platform/icons/iconify.ts";

const body = '<path d="M0 0h8v8H0z"/>';
const svgOf = (set: unknown, name: string) =>
  decodeURIComponent(readIcons(set).get(name) ?? "").replace("data:image/svg+xml,", "");

describe("Iconify's format", () => {
  test("the set's size, an icon's own size, and 16 without either", () => {
    expect(svgOf({ icons: { btc: { body } }, width: 24, height: 24 }, "btc")).toContain(
      'viewBox="0 0 24 24"',
    );
    expect(
      svgOf({ icons: { btc: { body, width: 32, left: -2, top: 3 } }, height: 20 }, "btc"),
    ).toContain('viewBox="-2 3 32 20"');
    expect(svgOf({ icons: { btc: { body } } }, "btc")).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${body}</svg>`,
    );
  });

  test("an alias shows its parent, with what it overrides, through other aliases", () => {
    const set = {
      icons: { btc: { body, width: 24, height: 12 } },
      aliases: {
        xbt: { parent: "btc" },
        wide: { parent: "xbt", width: 48 },
        turned: { parent: "btc", rotate: 1, hFlip: true },
      },
    };
    expect(svgOf(set, "xbt")).toBe(svgOf(set, "btc"));
    expect(svgOf(set, "wide")).toContain('viewBox="0 0 48 12"');
    expect(svgOf(set, "turned")).toContain(
      'viewBox="0 0 12 24"><g transform="translate(6 12) rotate(90) scale(-1 1) translate(-12 -6)">',
    );
    const twice = {
      ...set,
      aliases: { ...set.aliases, back: { parent: "turned", hFlip: true, rotate: 3 } },
    };
    expect(svgOf(twice, "back")).toBe(svgOf(set, "btc"));
  });

  test.each([
    undefined,
    null,
    7,
    "x",
    [],
    {},
    { icons: null },
    { icons: { btc: null } },
    { icons: { btc: { body: 7 } } },
    { icons: { btc: { body: "x".repeat(100_001) } } },
    { icons: {}, aliases: { btc: { parent: "btc" } } },
    { icons: {}, aliases: { a: { parent: "b" }, b: { parent: "a" } } },
    { icons: {}, aliases: { btc: { parent: "__proto__" } } },
  ])("%j gives no picture", (set) => {
    expect([...readIcons(set).keys()]).toEqual([]);
  });

  test("an invalid size becomes the default", () => {
    expect(
      svgOf({ icons: { btc: { body, width: -1, height: 1e9, left: "x" } }, width: "24" }, "btc"),
    ).toContain('viewBox="0 0 16 16"');
  });
});

describe("endpoints", () => {
  const [first, second] = ["https://icons-a.example", "https://icons-b.example"];
  let asked: { at: number; host: string; path: string }[];
  let began: number;

  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("too slow", "TimeoutError")), ms);
      return controller.signal;
    });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    asked = [];
    began = Date.now();
    vi.stubGlobal("location", { origin: "http://venue.test" });
    vi.stubGlobal("document", new EventTarget());
    stubWindowEvents();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** What each endpoint does: an answer after so many ms, or `null` for an HTTP fault at once. */
  async function wantBtc(answers: Record<string, number | null>) {
    vi.stubGlobal("fetch", (address: string, { signal }: { signal?: AbortSignal } = {}) => {
      if (address === "/config.json")
        return Promise.resolve(Response.json({ icons: [first, second] }));
      const { origin, pathname, search } = new URL(address);
      asked.push({ at: Date.now() - began, host: origin, path: pathname + search });
      const delay = answers[origin];
      if (delay === null) return Promise.resolve(new Response("", { status: 503 }));
      return new Promise<Response>((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
        setTimeout(() => resolve(Response.json({ icons: { btc: { body } } })), delay);
      });
    });
    const { loadRuntimeConfig } = await import("../../../../src/api/config.ts");
    await loadRuntimeConfig();
    const icons = await import("../../../../src/features/platform/icons/coin-icons.ts");
    began = Date.now();
    icons.requestCoinIcon("btc");
    icons.requestCoinIcon("btc");
    icons.requestCoinIcon("../x");
    return icons;
  }

  test("one request for icons wanted together; after a quick answer no other endpoint is asked", async () => {
    const icons = await wantBtc({ [first]: 100, [second]: 100 });
    await vi.advanceTimersByTimeAsync(6000);
    expect(asked.map(({ host, path }) => host + path)).toEqual([`${first}/coin.json?icons=btc`]);
    expect(icons.coinIconUrl("btc")).toContain("data:image/svg+xml");
  });

  test("after 750 ms the next endpoint is asked, too; after a failure at once", async () => {
    await wantBtc({ [first]: 1400, [second]: 200 });
    await vi.advanceTimersByTimeAsync(6000);
    const rotated = asked.map(({ at }) => at);
    expect((rotated[1] ?? 0) - (rotated[0] ?? 0)).toBe(750);
    vi.resetModules();
    asked = [];
    const icons = await wantBtc({ [first]: null, [second]: 200 });
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.map(({ host }) => host)).toEqual([first, second]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(icons.coinIconUrl("btc")).toContain("data:image/svg+xml");
  });

  test("a fetch is aborted after 1500 ms, and names that nobody has answered for are asked for again by themselves", async () => {
    const answers = { [first]: 1600, [second]: 1600 };
    const icons = await wantBtc(answers);
    await vi.advanceTimersByTimeAsync(3000);
    expect([icons.coinIconUrl("btc"), asked.length]).toEqual([undefined, 2]);
    icons.requestCoinIcon("eth");
    answers[first] = 100;
    await vi.advanceTimersByTimeAsync(200);
    expect(asked.at(-1)?.path).toBe("/coin.json?icons=eth");
    await vi.advanceTimersByTimeAsync(2000);
    expect(icons.coinIconUrl("btc")).toContain("data:image/svg+xml");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.slice(3).map(({ path }) => path)).toEqual(["/coin.json?icons=btc"]);
  });

  test.each([
    ["a day ago: nobody is asked", 1, []],
    ["eight days ago: it is asked for again", 8, [`${first}/coin.json?icons=btc`]],
  ])("an icon that the device has is shown at once; %s", async (_name, days, expected) => {
    const database: Record<string, unknown> = {
      icons: { at: Date.now() - days * 24 * 3600_000, icons: { btc: "data:image/svg+xml,old" } },
    };
    vi.doMock("../../../../src/storage/database.ts", () => ({
      getItem: async (key: string) => database[key],
      setItem: async (key: string, value: unknown) => ((database[key] = value), true),
      removeItem: async () => undefined,
    }));
    const icons = await wantBtc({ [first]: 100, [second]: 100 });
    await vi.advanceTimersByTimeAsync(20);
    expect(icons.coinIconUrl("btc")).toBe("data:image/svg+xml,old");
    await vi.advanceTimersByTimeAsync(6000);
    expect(asked.map(({ host, path }) => host + path)).toEqual(expected);
    expect(JSON.stringify(database["icons"]).includes("old")).toBe(expected.length === 0);
    vi.doUnmock("../../../../src/storage/database.ts");
  });
});
