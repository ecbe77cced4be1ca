import fc from "fast-check";
import { expect, test } from "vitest";
import {
  noPicture,
  pictureAfter,
  pictureIn,
  type PictureEvent,
  type PictureState,
} from "../../../src/features/picture/picture-flow.ts";

const picture = { blob: new Blob(["x"]), url: "blob:1", before: 9, width: 2, height: 2 };
const after = (...events: PictureEvent[]) => events.reduce(pictureAfter, noPicture);
const ready: PictureEvent[] = [{ type: "chosen" }, { type: "prepared", picture }];

test("a picture goes from the choice to the venue", () => {
  expect(after(...ready)).toEqual({ step: "ready", picture, kept: false, failure: undefined });
  expect(after(...ready, { type: "sent-off" }, { type: "moved", part: 0.4 })).toEqual({
    step: "sending",
    picture,
    part: 0.4,
  });
  expect(after(...ready, { type: "sent-off" }, { type: "arrived", id: "a1" })).toEqual({
    step: "sent",
    picture,
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

test("a torn, refused, cancelled or forgotten upload keeps the picture to be sent again", () => {
  const sending = [...ready, { type: "sent-off" }] as const satisfies PictureEvent[];
  expect(after(...sending, { type: "failed", failure: { kind: "torn" } })).toMatchObject({
    step: "ready",
    picture,
    failure: { kind: "torn" },
  });
  expect(after(...sending, { type: "cancelled" })).toMatchObject({
    step: "ready",
    picture,
    failure: undefined,
  });
  expect(after(...sending, { type: "arrived", id: "a1" }, { type: "lost" })).toMatchObject({
    step: "ready",
    picture,
  });
  expect(
    after(...sending, { type: "failed", failure: { kind: "torn" } }, { type: "sent-off" }),
  ).toMatchObject({ step: "sending", part: 0 });
});

test("an answer that comes after the cancel, or after another choice, changes nothing", () => {
  const cancelled = after(...ready, { type: "sent-off" }, { type: "cancelled" });
  expect(pictureAfter(cancelled, { type: "arrived", id: "a1" })).toBe(cancelled);
  const reading = after(...ready, { type: "chosen" });
  expect([
    pictureAfter(reading, { type: "arrived", id: "a1" }),
    pictureAfter(reading, { type: "failed", failure: { kind: "torn" } }),
  ]).toEqual([reading, reading]);
});

test("a file that is unfit is told, and the next choice forgets that", () => {
  expect(after({ type: "chosen" }, { type: "unfit", problem: "heic" })).toEqual({
    step: "none",
    problem: "heic",
  });
  expect(after({ type: "chosen" }, { type: "unfit", problem: "heic" }, { type: "chosen" })).toEqual(
    { step: "reading" },
  );
});

test("whatever happens in whatever order: only a sent one has an id, and a dropped one leaves nothing", () => {
  const events = fc.array(
    fc.constantFrom<PictureEvent>(
      { type: "chosen" },
      { type: "unfit", problem: "gif" },
      { type: "prepared", picture },
      { type: "kept" },
      { type: "sent-off" },
      { type: "moved", part: 0.5 },
      { type: "arrived", id: "a1" },
      { type: "failed", failure: { kind: "refused", status: 100006 } },
      { type: "cancelled" },
      { type: "lost" },
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(events, (list) => {
      const end: PictureState = after(...list);
      expect("id" in end).toBe(end.step === "sent");
      expect(pictureIn(end) === undefined).toBe(end.step === "none" || end.step === "reading");
      expect(pictureIn(pictureAfter(end, { type: "dropped" }))).toBeUndefined();
    }),
  );
});
