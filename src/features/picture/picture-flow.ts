import type { FileProblem } from "./inspect-file.ts";
import type { PreparedPicture } from "./prepare-picture.ts";

/** Why a picture did not get to the venue; `torn`: no answer came. */
export type SendFailure = { kind: "torn" } | { kind: "refused"; status: number };

/** One picture, from the choice to the venue. It lives in the memory of this page alone. */
export type PictureState =
  | { step: "none"; problem: FileProblem | undefined }
  | { step: "reading" }
  /** `kept`: the person wants it to wait for a connection. */
  | { step: "ready"; picture: PreparedPicture; kept: boolean; failure: SendFailure | undefined }
  /** `part` of it has left, from 0 to 1. */
  | { step: "sending"; picture: PreparedPicture; part: number }
  | { step: "sent"; picture: PreparedPicture; id: string };

export type PictureEvent =
  | { type: "chosen" }
  | { type: "unfit"; problem: FileProblem }
  | { type: "prepared"; picture: PreparedPicture }
  | { type: "kept" }
  | { type: "sent-off" }
  | { type: "moved"; part: number }
  | { type: "arrived"; id: string }
  | { type: "failed"; failure: SendFailure }
  | { type: "cancelled" }
  /** The venue has it no longer: it is sent again. */
  | { type: "lost" }
  | { type: "dropped" };

export const noPicture: PictureState = { step: "none", problem: undefined };

/** The next state; an event that has no meaning in a state leaves it as it is. */
export function pictureAfter(state: PictureState, event: PictureEvent): PictureState {
  switch (event.type) {
    case "chosen":
      return { step: "reading" };
    case "unfit":
      return state.step === "reading" ? { step: "none", problem: event.problem } : state;
    case "prepared":
      return state.step === "reading" ? ready(event.picture) : state;
    case "kept":
      return state.step === "ready" ? { ...state, kept: true } : state;
    case "sent-off":
      return state.step === "ready" ? { step: "sending", picture: state.picture, part: 0 } : state;
    case "moved":
      return state.step === "sending"
        ? { ...state, part: Math.min(1, Math.max(state.part, event.part)) }
        : state;
    case "arrived":
      return state.step === "sending"
        ? { step: "sent", picture: state.picture, id: event.id }
        : state;
    case "failed":
      return state.step === "sending" ? { ...ready(state.picture), failure: event.failure } : state;
    case "cancelled":
      return state.step === "sending" ? ready(state.picture) : state;
    case "lost":
      return state.step === "sent" ? ready(state.picture) : state;
    case "dropped":
      return noPicture;
  }
}

/** The picture that is on screen, if there is one. */
export function pictureIn(state: PictureState): PreparedPicture | undefined {
  return "picture" in state ? state.picture : undefined;
}

function ready(picture: PreparedPicture): Extract<PictureState, { step: "ready" }> {
  return { step: "ready", picture, kept: false, failure: undefined };
}
