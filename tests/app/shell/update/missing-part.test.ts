import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { store } from "../../../../src/shell/app-context.ts";
import { inFlightAtom } from "../../../../src/shell/in-flight.ts";
import {
  canBeFetched,
  guardMissingParts,
  isMissingPart,
} from "../../../../src/shell/update/missing-part.ts";
import { watchTyping } from "../../../../src/shell/update/reload-guard.ts";

class Field extends EventTarget {
  isConnected = true;
  type = "text";
  value = "";
  checked = false;
}

class MemoryStorage {
  readonly #values = new Map<string, string>();
  getItem = (key: string) => this.#values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#values.set(key, value);
}

/** The build that the venue serves; the tests' own page has none in its head. */
let served: string | null;
let reloads: number;
let page: EventTarget;
let stops: (() => void)[];

beforeEach(() => {
  served = "aaaaaaaaaaaa";
  reloads = 0;
  page = new EventTarget();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("sessionStorage", new MemoryStorage());
  vi.stubGlobal("location", { reload: () => (reloads += 1) });
  vi.stubGlobal("HTMLInputElement", Field);
  vi.stubGlobal("HTMLTextAreaElement", class extends EventTarget {});
  vi.stubGlobal("fetch", async () =>
    served === null
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Response.json({ id: served }),
  );
  stops = [guardMissingParts(page), watchTyping(page as Document)];
});

afterEach(() => {
  for (const stop of stops) stop();
  store.set(inFlightAtom, () => 0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function missPart(): Promise<Error> {
  const error = new TypeError("Failed to fetch dynamically imported module: /assets/coins.js");
  page.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: error }));
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  await new Promise((done) => setImmediate(done));
  return error;
}

function typeInto(field: Field, value: string): void {
  field.value = value;
  const event = new Event("input");
  Object.defineProperty(event, "target", { value: field });
  page.dispatchEvent(event);
}

test("a part that is gone from a newer build is followed by one reload, and no second for the same build", async () => {
  await missPart();
  expect(reloads).toBe(1);
  await missPart();
  vi.setSystemTime(Date.now() + 60_000);
  await missPart();
  expect(reloads).toBe(1);
});

test("a second build within ten seconds waits for the guard; after ten seconds it is loaded", async () => {
  await missPart();
  served = "bbbbbbbbbbbb";
  vi.setSystemTime(Date.now() + 9_999);
  await missPart();
  expect(reloads).toBe(1);
  vi.setSystemTime(Date.now() + 1);
  await missPart();
  expect(reloads).toBe(2);
});

test("without the venue, or where it serves no build, nothing is reloaded", async () => {
  for (served of [null, "", "<html>"]) await missPart();
  expect(reloads).toBe(0);
});

test("a page without storage is not reloaded: nothing would keep that from going on for ever", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  });
  await missPart();
  expect(reloads).toBe(0);
});

test("what was typed is not reloaded over, until it is gone", async () => {
  const field = new Field();
  typeInto(field, "1000");
  await missPart();
  expect(reloads).toBe(0);
  typeInto(field, "");
  await missPart();
  expect(reloads).toBe(1);
});

test("a field that left the screen holds nothing up, nor does a search or an unticked box", async () => {
  const [gone, search, box] = [new Field(), new Field(), new Field()];
  search.type = "search";
  box.type = "checkbox";
  typeInto(gone, "1");
  typeInto(search, "btc");
  typeInto(box, "on");
  gone.isConnected = false;
  await missPart();
  expect(reloads).toBe(1);
});

test("an order on its way is not reloaded over", async () => {
  store.set(inFlightAtom, () => 1);
  await missPart();
  expect(reloads).toBe(0);
});

test("the error is known as a missing part, and no longer says what the router reloads on by itself", async () => {
  const error = await missPart();
  expect([isMissingPart(error), isMissingPart(new Error("other")), isMissingPart(null)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(error.message).toMatch(/^A part of the app is missing: /);
});

test.each([
  ["its answer", new Response("export {}"), true],
  ["a refusal", new Response(null, { status: 404 }), false],
  ["no answer", new TypeError("Failed to fetch"), false],
])("whether a missing part comes now is what the venue says: %s", async (_what, answer, comes) => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (address: unknown) => {
    asked.push(address);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  expect(await canBeFetched(await missPart())).toBe(comes);
  expect(asked).toContain("/assets/coins.js");
});

test("where a browser does not say which part is missing, it is tried", async () => {
  expect(await canBeFetched(new TypeError("Importing a module script failed."))).toBe(true);
});
