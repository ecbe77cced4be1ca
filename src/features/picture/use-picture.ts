import { atom, useAtomValue, useStore } from "jotai";
import { pictureEndpoints } from "#protocol/picture.ts";
import { ApiError } from "../../api/api-error.ts";
import { upload } from "../../api/call.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import {
  noPicture,
  pictureAfter,
  type PictureEvent,
  pictureIn,
  type PictureState,
} from "./picture-flow.ts";
import { preparePicture, releasePicture } from "./prepare-picture.ts";

/** What one picture is for. */
export type PictureSlot = "voucher" | "front" | "back";

interface Held {
  userId: string | null;
  state: PictureState;
  /** Ends what is under way. */
  stop: AbortController | null;
}

const nobody: Held = { userId: null, state: noPicture, stop: null };
/** In memory alone: never on the device, and gone with the page. */
const slots: Record<PictureSlot, ReturnType<typeof atom<Held>>> = {
  voucher: atom(nobody),
  front: atom(nobody),
  back: atom(nobody),
};

/** Refusals that are told beside the picture. */
const told = [100004, 100005, 100006] as const;

/** One picture of the person's: choosing, preparing and sending it. Another screen in between does not lose it. */
export function usePicture(slot: PictureSlot) {
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const holder = slots[slot];
  const held = useAtomValue(holder);

  function move(event: PictureEvent): PictureState {
    const before = store.get(holder);
    const state = pictureAfter(before.userId === userId ? before.state : noPicture, event);
    const gone = pictureIn(before.state);
    if (gone && gone !== pictureIn(state)) releasePicture(gone);
    store.set(holder, { ...before, userId, state });
    return state;
  }

  /** Whoever begins something ends what was under way. */
  function begin(): AbortController {
    const stop = new AbortController();
    store.get(holder).stop?.abort();
    store.set(holder, (before) => ({ ...before, stop }));
    return stop;
  }

  /** Whoever leaves takes the picture along, whatever screen is open then. */
  function endWithSession() {
    const unsubscribe = store.sub(sessionAtom, () => {
      if (store.get(sessionAtom)?.id === userId) return;
      unsubscribe();
      const { state, stop, userId: ownerId } = store.get(holder);
      if (ownerId !== userId) return;
      stop?.abort();
      const gone = pictureIn(state);
      if (gone) releasePicture(gone);
      store.set(holder, nobody);
    });
  }

  return {
    state: held.userId === userId ? held.state : noPicture,
    take: async (file: Blob) => {
      const { signal } = begin();
      if (store.get(holder).state.step === "none") endWithSession();
      move({ type: "chosen" });
      const prepared = await preparePicture(file);
      const isLate = signal.aborted;
      if ("problem" in prepared)
        return void (isLate || move({ type: "unfit", problem: prepared.problem }));
      if (isLate) releasePicture(prepared);
      else move({ type: "prepared", picture: prepared });
    },
    send: async () => {
      const { signal } = begin();
      const state = move({ type: "sent-off" });
      if (state.step !== "sending") return;
      try {
        const { files } = await upload(pictureEndpoints.pictureFiles, state.picture.blob, {
          signal,
          handles: told,
          onProgress: (part) => move({ type: "moved", part }),
        });
        const id = files[0]?.id;
        if (signal.aborted) return;
        move(
          id === undefined
            ? { type: "failed", failure: { kind: "torn" } }
            : { type: "arrived", id },
        );
      } catch (error) {
        if (signal.aborted) return;
        move({
          type: "failed",
          failure:
            error instanceof ApiError && error.status !== null
              ? { kind: "refused", status: error.status }
              : { kind: "torn" },
        });
      }
    },
    cancel: () => {
      store.get(holder).stop?.abort();
      move({ type: "cancelled" });
    },
    keep: () => void move({ type: "kept" }),
    lost: () => void move({ type: "lost" }),
    drop: () => {
      begin();
      move({ type: "dropped" });
    },
  };
}

export type HeldPicture = ReturnType<typeof usePicture>;
