import fc from "fast-check";
import { expect, test } from "vitest";
import {
  noUpload,
  nextUpload,
  imageIn,
  restMs,
  type UploadEvent,
  type UploadState,
} from "../../../src/features/upload/upload-flow.ts";

const image = { blob: new Blob(["x"]), url: "blob:1", before: 9, width: 2, height: 2 };
const after = (...events: UploadEvent[]) => events.reduce(nextUpload, noUpload);
const ready: UploadEvent[] = [{ type: "chosen" }, { type: "prepared", image }];

test("an image goes from the user's choice to the venue", () => {
  expect(after(...ready)).toEqual({
    step: "ready",
    image,
    waits: false,
    tries: 0,
    failure: undefined,
  });
  expect(after(...ready, { type: "sent-off" }, { type: "moved", part: 0.4 })).toEqual({
    step: "sending",
    image,
    part: 0.4,
    waits: false,
    tries: 0,
  });
  expect(after(...ready, { type: "sent-off" }, { type: "arrived", id: "a1" })).toEqual({
    step: "sent",
    image,
    id: "a1",
  });
});

test("progress never goes back, nor beyond the whole", () => {
  expect(
    after(
      ...ready,
      { type: "sent-off" },
      { type: "moved", part: 0.8 },
      { type: "moved", part: 0.2 },
    ),
  ).toMatchObject({ part: 0.8 });
  expect(after(...ready, { type: "sent-off" }, { type: "moved", part: 3 })).toMatchObject({
    part: 1,
  });
});

test("an unanswered, refused, cancelled or forgotten upload keeps the image to be sent again", () => {
  const sending = [...ready, { type: "sent-off" }] as const satisfies UploadEvent[];
  expect(after(...sending, { type: "failed", failure: { kind: "torn" } })).toMatchObject({
    step: "ready",
    image,
    failure: { kind: "torn" },
  });
  expect(after(...sending, { type: "cancelled" })).toMatchObject({
    step: "ready",
    image,
    failure: undefined,
  });
  expect(after(...sending, { type: "arrived", id: "a1" }, { type: "missing" })).toMatchObject({
    step: "ready",
    image,
  });
  expect(
    after(...sending, { type: "failed", failure: { kind: "torn" } }, { type: "sent-off" }),
  ).toMatchObject({ step: "sending", part: 0 });
});

test("what waits for the line is tried again where that breaks once more, and not for ever", () => {
  const torn: UploadEvent = { type: "failed", failure: { kind: "torn" } };
  const rests = [];
  let state = after(...ready, { type: "wait" });
  for (let n = 0; n < 6; n++) {
    rests.push(restMs(state));
    state = [{ type: "sent-off" } as const, torn].reduce(nextUpload, state);
  }
  expect(rests).toEqual([0, 1000, 3000, 10_000, 30_000, undefined]);
  expect(state).toMatchObject({ step: "ready", waits: false, failure: { kind: "torn" } });
  const waiting = [...ready, { type: "wait" }, { type: "sent-off" }] as const;
  expect(restMs(after(...waiting, { type: "cancelled" }))).toBeUndefined();
  expect(
    restMs(after(...waiting, { type: "failed", failure: { kind: "refused", status: 1 } })),
  ).toBeUndefined();
  expect(restMs(after(...ready, { type: "sent-off" }, torn))).toBeUndefined();
});

test("an answer after a cancel, or after another choice, changes nothing", () => {
  const cancelled = after(...ready, { type: "sent-off" }, { type: "cancelled" });
  expect(nextUpload(cancelled, { type: "arrived", id: "a1" })).toBe(cancelled);
  const reading = after(...ready, { type: "chosen" });
  expect([
    nextUpload(reading, { type: "arrived", id: "a1" }),
    nextUpload(reading, { type: "failed", failure: { kind: "torn" } }),
  ]).toEqual([reading, reading]);
});

test("an unfit file is reported, and the next choice clears that", () => {
  expect(after({ type: "chosen" }, { type: "unfit", problem: "heic" })).toEqual({
    step: "none",
    problem: "heic",
  });
  expect(after({ type: "chosen" }, { type: "unfit", problem: "heic" }, { type: "chosen" })).toEqual(
    { step: "reading" },
  );
});

test("in any order of events only a sent image has an id, and a dropped one leaves nothing", () => {
  const events = fc.array(
    fc.constantFrom<UploadEvent>(
      { type: "chosen" },
      { type: "unfit", problem: "gif" },
      { type: "prepared", image },
      { type: "wait" },
      { type: "sent-off" },
      { type: "moved", part: 0.5 },
      { type: "arrived", id: "a1" },
      { type: "failed", failure: { kind: "refused", status: 100006 } },
      { type: "cancelled" },
      { type: "missing" },
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(events, (list) => {
      const end: UploadState = after(...list);
      expect("id" in end).toBe(end.step === "sent");
      expect(imageIn(end) === undefined).toBe(end.step === "none" || end.step === "reading");
      expect(imageIn(nextUpload(end, { type: "dropped" }))).toBeUndefined();
    }),
  );
});
