/** The offset that an earlier visit learnt: used until the venue answers, and only while the device's clock is the same. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const hourMs = 3600_000;
/** What the venue's clock shows. */
const venueMs = Date.parse("2026-03-01T12:00:00Z");

let texts: Map<string, string>;

beforeEach(() => {
  texts = new Map();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The app begins on a device whose clock shows this. */
async function begin(deviceMs: number) {
  vi.setSystemTime(deviceMs);
  vi.resetModules();
  return import("../../../src/api/venue-clock.ts");
}

/** A visit during which the venue answers; the device's clock is off by so much. */
async function visit(offMs: number) {
  const clock = await begin(venueMs + offMs);
  clock.learnVenueTime(venueMs, Date.now());
  return clock;
}

test.each([3 * hourMs, -3 * hourMs])(
  "a device that is %d ms off knows the venue's time at its next start, before the venue answers",
  async (offMs) => {
    await visit(offMs);
    const { venueNow, venueOffsetMs } = await begin(venueMs + offMs + 60_000);
    expect(venueNow()).toBe(venueMs + 60_000);
    expect(venueOffsetMs()).toBe(-offMs);
  },
);

test("the venue's next answer replaces it, also one that is nearly the same", async () => {
  await visit(3 * hourMs);
  const { learnVenueTime, venueNow } = await begin(venueMs + 60_000);
  learnVenueTime(venueMs + 60_000, Date.now());
  expect(venueNow()).toBe(venueMs + 60_000);
  const later = await begin(venueMs + 120_000);
  expect(later.venueNow()).toBe(venueMs + 120_000);
});

test("after the device's clock was set back, or after a month, the offset is not used", async () => {
  await visit(3 * hourMs);
  for (const deviceMs of [venueMs + 60_000, venueMs + 31 * 24 * hourMs]) {
    const { venueNow } = await begin(deviceMs);
    expect(venueNow()).toBe(deviceMs);
  }
});

test.each(["{", "null", "7", '{"offsetMs":"1","at":1}', `{"offsetMs":9e15,"at":${venueMs}}`])(
  "what the device stored damaged, %s, is ignored",
  async (text) => {
    texts.set("godwit:clock", text);
    const { venueNow } = await begin(venueMs);
    expect(venueNow()).toBe(venueMs);
  },
);

test("another offset is announced, noise is not", async () => {
  const { learnVenueTime, subscribeVenueOffset } = await visit(0);
  const heard = vi.fn();
  subscribeVenueOffset(heard);
  learnVenueTime(venueMs + 300, Date.now());
  expect(heard).not.toHaveBeenCalled();
  learnVenueTime(venueMs + hourMs, Date.now());
  expect(heard).toHaveBeenCalledOnce();
});
