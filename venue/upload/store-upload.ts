import { createHash } from "node:crypto";
import * as codes from "#protocol/wire/error-codes.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import { lockThrottle, saveThrottle } from "../session/throttle/throttle-rows.ts";
import { Refusal, TooMany } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import type { CleanUpload } from "./clean-upload.ts";
import { storedBytes, deleteUnused, insertUpload, touchStored } from "./rows.ts";

const dayMs = 86_400_000;
/** The most pictures removed in one command, so that other commands need not wait long. */
const removedAtOnce = 50;

/**
 * Stores a user's picture and answers its id; the same bytes sent again have the same id.
 * @throws Refusal busy after too many new ones today, or where the user's pictures take up too much space
 */
export async function storeUpload(
  tx: Transaction,
  { random, settings: { limits } }: Pick<VenueDeps, "random" | "settings">,
  { userId, picture, now }: { userId: number; picture: CleanUpload; now: number },
): Promise<string> {
  // Two uploads of one user wait for each other here: both are counted, and equal ones are stored once.
  const day = await lockThrottle(tx.db, `pictures of ${userId}`, now);
  const digest = createHash("sha256").update(picture.bytes).digest("hex");
  const known = await touchStored(tx.db, { userId, digest, now });
  if (known !== undefined) return known;

  const isNewDay = day.since_at > now || now - day.since_at >= dayMs;
  const count = isNewDay ? 1 : day.count + 1;
  if (count > limits.picturesPerDay)
    throw new TooMany(Math.ceil((day.since_at + dayMs - now) / 1000));
  if ((await storedBytes(tx.db, userId)) + picture.bytes.length > limits.pictureBytesPerUser)
    throw new Refusal(codes.busy, { problem: "space" });
  await saveThrottle(tx.db, { ...day, count, since_at: isNewDay ? now : day.since_at });
  const id = Buffer.from(random(16)).toString("hex");
  const { mime, width, height, bytes } = picture;
  await insertUpload(tx.db, {
    id,
    user_id: userId,
    digest,
    mime,
    width,
    height,
    size: bytes.length,
    bytes,
    created_at: now,
  });
  return id;
}

/** Removes pictures that belong to no request, and those of requests decided more than `voucherDays` ago. `now` in Unix ms. */
export async function sweepUploads(
  { store, settings: { limits, voucherDays } }: Pick<VenueDeps, "store" | "settings">,
  now: number,
): Promise<void> {
  await store.command(({ db }) =>
    deleteUnused(db, {
      decidedBefore: now - voucherDays * dayMs,
      touchedBefore: now - limits.unusedPictureSec * 1000,
      limit: removedAtOnce,
    }),
  );
}
