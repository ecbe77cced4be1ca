import { useRef } from "react";
import { pageWriter } from "./page-writer.ts";
import type { PlainKind, PlainWrite } from "./plain-kind.ts";
import { useWrite } from "./use-write.ts";

/** Why what a form sent was not done. Without a status the venue has nothing of it. */
export interface WriteFailure {
  status: number | null;
  data: unknown;
}

/** What a form shows of its write. */
export interface FormWrite {
  /** From the tap until the outcome is known. */
  isPending: boolean;
  /** The answer is late: what was sent may still be on its way. */
  isLate: boolean;
  /** No answer came: the outcome is being read. */
  isChecking: boolean;
  error: WriteFailure | null;
  isError: boolean;
  /** What went wrong has been read, or what was typed has changed. */
  reset: () => void;
}

/**
 * A write as a form needs it. It goes on when the form is closed; what this form sent is reported to it.
 * @param onDone called after a write of this form is done
 * @param onFailed called after a write of this form was refused or did not arrive
 */
export function useFormWrite<Intent, Answer>(
  kind: PlainKind<Intent, Answer>,
  {
    onDone,
    onFailed,
  }: {
    onDone?: ((answer: Answer) => void) | undefined;
    onFailed?: ((failure: WriteFailure) => void) | undefined;
  } = {},
): FormWrite & { answer: Answer | undefined; send: (intent: Intent) => void } {
  const isSentHere = useRef(false);
  const { write, isBusy, isLate, send, dismiss } = useWrite(kind, (ended) => {
    const failure = failureOf(ended);
    // What another life of the form sent is shown where it failed; what was done stands in what is read again.
    if (!isSentHere.current) return failure ? undefined : pageWriter.dismiss(kind.name);
    if (ended.step === "done") onDone?.(ended.answer);
    if (failure) onFailed?.(failure);
  });
  const error = failureOf(write);
  return {
    isPending: isBusy,
    isLate,
    isChecking: write.step === "checking",
    error,
    isError: error !== null,
    answer: write.step === "done" ? write.answer : undefined,
    send: (intent) => {
      isSentHere.current = true;
      void send(intent);
    },
    reset: dismiss,
  };
}

function failureOf(write: PlainWrite<unknown, unknown>): WriteFailure | null {
  if (write.step === "refused") return write.refusal;
  return write.step === "absent" ? { status: null, data: null } : null;
}
