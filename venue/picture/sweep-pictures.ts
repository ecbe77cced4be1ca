import type { VenueDeps } from "../deps.ts";
import { deleteStray } from "./rows.ts";

const dayMs = 86_400_000;
/** Removed in one command: more would keep everybody else waiting. */
const atOnce = 50;

/** Removes pictures that no request was made with, and those whose request was decided long enough ago. Unix ms. */
export async function sweepPictures(
  { store, settings: { limits, voucherDays } }: Pick<VenueDeps, "store" | "settings">,
  now: number,
): Promise<void> {
  await store.command(({ db }) =>
    deleteStray(db, {
      decidedBefore: now - voucherDays * dayMs,
      touchedBefore: now - limits.strayPictureSec * 1000,
      limit: atOnce,
    }),
  );
}
