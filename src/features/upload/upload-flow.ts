import type { FileProblem } from "./inspect-file.ts";
import type { PreparedImage } from "./prepare-image.ts";

/** Why an image did not reach the venue; `torn`: no answer arrived. */
export type SendFailure = { kind: "torn" } | { kind: "refused"; status: number };

/** One image on its way from the user's choice to the venue. It exists in the memory of this page only. */
export type UploadState =
  | { step: "none"; problem: FileProblem | undefined }
  | { step: "reading" }
  /**
   * `waits`: it is sent by itself when the device is online, as the user wants. `tries`: how often that did not get
   * through.
   */
  | {
      step: "ready";
      image: PreparedImage;
      waits: boolean;
      tries: number;
      failure: SendFailure | undefined;
    }
  /** `part`: the share that has been sent, from 0 to 1. */
  | { step: "sending"; image: PreparedImage; part: number; waits: boolean; tries: number }
  | { step: "sent"; image: PreparedImage; id: string };

export type UploadEvent =
  | { type: "chosen" }
  | { type: "unfit"; problem: FileProblem }
  | { type: "prepared"; image: PreparedImage }
  | { type: "wait" }
  | { type: "sent-off" }
  | { type: "moved"; part: number }
  | { type: "arrived"; id: string }
  | { type: "failed"; failure: SendFailure }
  | { type: "cancelled" }
  /** The venue no longer has it, so it must be sent again. */
  | { type: "missing" }
  | { type: "dropped" };

/** How long an image that waits rests before each try, ms: a line that has just come back may break once more. */
const restsMs = [0, 1000, 3000, 10_000, 30_000];

export const noUpload: UploadState = { step: "none", problem: undefined };

/** The state after an event. An event without meaning in a state leaves it unchanged. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case "chosen":
      return { step: "reading" };
    case "unfit":
      return state.step === "reading" ? { step: "none", problem: event.problem } : state;
    case "prepared":
      return state.step === "reading" ? ready(event.image) : state;
    case "wait":
      return state.step === "ready" ? { ...state, waits: true } : state;
    case "sent-off":
      return state.step === "ready"
        ? {
            step: "sending",
            image: state.image,
            part: 0,
            waits: state.waits,
            tries: state.tries,
          }
        : state;
    case "moved":
      return state.step === "sending"
        ? { ...state, part: Math.min(1, Math.max(state.part, event.part)) }
        : state;
    case "arrived":
      return state.step === "sending" ? { step: "sent", image: state.image, id: event.id } : state;
    case "failed":
      return state.step === "sending" ? unsent(state, event.failure) : state;
    case "cancelled":
      return state.step === "sending" ? ready(state.image) : state;
    case "missing":
      return state.step === "sent" ? ready(state.image) : state;
    case "dropped":
      return noUpload;
  }
}

/** The image on screen, if there is one. */
export function imageIn(state: UploadState): PreparedImage | undefined {
  return "image" in state ? state.image : undefined;
}

function ready(image: PreparedImage): Extract<UploadState, { step: "ready" }> {
  return { step: "ready", image, waits: false, tries: 0, failure: undefined };
}

/** What waits goes on waiting where no answer came, and not for ever. */
function unsent(
  { image, ...sending }: Extract<UploadState, { step: "sending" }>,
  failure: SendFailure,
): UploadState {
  const tries = sending.tries + 1;
  const waits = sending.waits && failure.kind === "torn" && tries < restsMs.length;
  return { ...ready(image), failure, waits, tries: waits ? tries : 0 };
}

/** How long an image rests before it is sent by itself, ms; undefined where it is not. */
export function restMs(state: UploadState): number | undefined {
  return state.step === "ready" && state.waits ? restsMs[state.tries] : undefined;
}
