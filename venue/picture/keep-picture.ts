import { createHash } from "node:crypto";
import type { VenueDeps } from "../deps.ts";
import { lockThrottle, saveThrottle } from "../session/throttle-rows.ts";
import { Refusal, TooMany } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import type { CleanPicture } from "./clean-picture.ts";
import { bytesKept, insertPicture, touchSame } from "./rows.ts";

const dayMs = 86_400_000;

/**
 * Keeps a user's picture and answers its id; the same one sent again has the same.
 * @throws Refusal 100006 where they sent too many new ones today, or too much of theirs is kept
 */
export async function keepPicture(
  tx: Transaction,
  { random, settings: { limits } }: Pick<VenueDeps, "random" | "settings">,
  { userId, picture, now }: { userId: number; picture: CleanPicture; now: number },
): Promise<string> {
  // Two of one user wait for one another here, so that both are counted and the same one is kept once.
  const day = await lockThrottle(tx.db, `pictures of ${userId}`, now);
  const digest = createHash("sha256").update(picture.bytes).digest("hex");
  const known = await touchSame(tx.db, { userId, digest, now });
  if (known !== undefined) return known;

  const isNewDay = day.since_at > now || now - day.since_at >= dayMs;
  const count = isNewDay ? 1 : day.count + 1;
  if (count > limits.picturesPerDay)
    throw new TooMany(Math.ceil((day.since_at + dayMs - now) / 1000));
  if ((await bytesKept(tx.db, userId)) + picture.bytes.length > limits.pictureBytesKept)
    throw new Refusal(100006, { problem: "space" });
  await saveThrottle(tx.db, { ...day, count, since_at: isNewDay ? now : day.since_at });
  const id = Buffer.from(random(16)).toString("hex");
  const { mime, width, height, bytes } = picture;
  await insertPicture(tx.db, {
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
