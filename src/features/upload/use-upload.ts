import { atom, useAtomValue, useStore } from "jotai";
import * as codes from "#protocol/wire/error-codes.ts";
import { uploadEndpoints } from "#protocol/api/upload.ts";
import { ApiError } from "../../api/api-error.ts";
import { upload } from "../../api/call.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import {
  noUpload,
  nextUpload,
  type UploadEvent,
  imageIn,
  type UploadState,
} from "./upload-flow.ts";
import { prepareImage, releaseImage } from "./prepare-image.ts";

/** The purpose of an image. */
export type UploadSlot = "voucher" | "front" | "back";

interface Slot {
  userId: string | null;
  state: UploadState;
  /** Aborts the running step. */
  stop: AbortController | null;
}

const emptySlot: Slot = { userId: null, state: noUpload, stop: null };
/** In memory only: never stored on the device. */
const slots: Record<UploadSlot, ReturnType<typeof atom<Slot>>> = {
  voucher: atom(emptySlot),
  front: atom(emptySlot),
  back: atom(emptySlot),
};

/** Error codes shown beside the image. */
const handledCodes = [codes.unsupportedMedia, codes.invalidParameters, codes.busy] as const;

/** One image of the user, sent as soon as it is chosen. It survives a change of the screen. */
export function useUpload(slot: UploadSlot) {
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const slotAtom = slots[slot];
  const current = useAtomValue(slotAtom);

  function move(event: UploadEvent): UploadState {
    const before = store.get(slotAtom);
    const state = nextUpload(before.userId === userId ? before.state : noUpload, event);
    const dropped = imageIn(before.state);
    if (dropped && dropped !== imageIn(state)) releaseImage(dropped);
    store.set(slotAtom, { ...before, userId, state });
    return state;
  }

  /** Starts a step and aborts the running one. */
  function begin(): AbortController {
    const stop = new AbortController();
    store.get(slotAtom).stop?.abort();
    store.set(slotAtom, (before) => ({ ...before, stop }));
    return stop;
  }

  /** Drops the image when the session ends, whatever screen is open then. */
  function endWithSession() {
    const unsubscribe = store.sub(sessionAtom, () => {
      if (store.get(sessionAtom)?.id === userId) return;
      unsubscribe();
      const { state, stop, userId: ownerId } = store.get(slotAtom);
      if (ownerId !== userId) return;
      stop?.abort();
      const dropped = imageIn(state);
      if (dropped) releaseImage(dropped);
      store.set(slotAtom, emptySlot);
    });
  }

  async function send(): Promise<void> {
    const { signal } = begin();
    const state = move({ type: "sent-off" });
    if (state.step !== "sending") return;
    try {
      const { files } = await upload(uploadEndpoints.pictureFiles, state.image.blob, {
        signal,
        handles: handledCodes,
        onProgress: (part) => move({ type: "moved", part }),
      });
      const id = files[0]?.id;
      if (signal.aborted) return;
      move(
        id === undefined ? { type: "failed", failure: { kind: "torn" } } : { type: "arrived", id },
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
  }

  return {
    state: current.userId === userId ? current.state : noUpload,
    take: async (file: Blob) => {
      const { signal } = begin();
      if (store.get(slotAtom).state.step === "none") endWithSession();
      move({ type: "chosen" });
      const prepared = await prepareImage(file);
      const isAborted = signal.aborted;
      if ("problem" in prepared)
        return void (isAborted || move({ type: "unfit", problem: prepared.problem }));
      if (isAborted) return releaseImage(prepared);
      move({ type: "prepared", image: prepared });
      if (navigator.onLine) await send();
    },
    send,
    cancel: () => {
      store.get(slotAtom).stop?.abort();
      move({ type: "cancelled" });
    },
    wait: () => void move({ type: "wait" }),
    markMissing: () => void move({ type: "missing" }),
    /** Lets go of the image, or of the one of this id alone. */
    drop: (id?: string) => {
      const { state } = store.get(slotAtom);
      if (id !== undefined && (state.step !== "sent" || state.id !== id)) return;
      begin();
      move({ type: "dropped" });
    },
  };
}

export type Upload = ReturnType<typeof useUpload>;
