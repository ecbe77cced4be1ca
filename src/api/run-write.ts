import { holdBusy } from "../lib/busy.ts";
import { ApiError } from "./api-error.ts";

/** What became of one write that may happen once at most. */
export type WriteFlow<Answer> =
  | { step: "idle" }
  | { step: "sending" }
  /** No answer came: looking what became of it. `tries` counts looks without an answer. */
  | { step: "checking"; absences: number; tries: number }
  | { step: "done"; answer: Answer }
  | { step: "refused"; status: number; data: unknown }
  /** It did not arrive. Sent again it goes under the same id, so that it happens once at most. */
  | { step: "absent" };

export interface WriteDoors<Answer> {
  send: () => Promise<Answer>;
  /** What became of it; undefined where nothing of it is to be seen. Throws where the question gets no answer. */
  ask: () => Promise<Answer | undefined>;
  wait: (ms: number) => Promise<void>;
  show: (flow: WriteFlow<Answer>) => void;
  /** The session that wished it is over. */
  isOver: () => boolean;
  /** Under the id of an earlier message that may still arrive: a clash of the two means that the earlier one stands. */
  reused: boolean;
}

/** Unknown error, network timeout: the venue says itself that it does not know the outcome. */
const unknownOutcomes: ReadonlySet<number> = new Set([100000, 100007]);
const invalidParameters = 100005;
/** The message may still be on its way when the first look is taken. */
const absencesNeeded = 2;

/** Sends a write, once, and looks until it is known what became of it. */
export async function runWrite<Answer>(doors: WriteDoors<Answer>): Promise<WriteFlow<Answer>> {
  const release = holdBusy("order");
  try {
    return await runToEnd(doors);
  } finally {
    release();
  }
}

async function runToEnd<Answer>(doors: WriteDoors<Answer>): Promise<WriteFlow<Answer>> {
  let flow: WriteFlow<Answer> = { step: "sending" };
  doors.show(flow);
  flow = await firstAnswer(doors);
  for (;;) {
    if (doors.isOver()) return flow;
    doors.show(flow);
    if (flow.step !== "checking") return flow;
    await doors.wait(waitMs(flow));
    if (doors.isOver()) return flow;
    flow = await look(flow, doors);
  }
}

/** From the tap until it is known what became of it. */
export function isWriting<Answer>(flow: WriteFlow<Answer>): boolean {
  return flow.step === "sending" || flow.step === "checking";
}

async function firstAnswer<Answer>({
  send,
  reused,
}: WriteDoors<Answer>): Promise<WriteFlow<Answer>> {
  const checking = { step: "checking", absences: 0, tries: 0 } as const;
  try {
    return { step: "done", answer: await send() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === null || unknownOutcomes.has(error.status))
      return checking;
    return reused && error.status === invalidParameters
      ? checking
      : { step: "refused", status: error.status, data: error.data };
  }
}

async function look<Answer>(
  flow: Extract<WriteFlow<Answer>, { step: "checking" }>,
  { ask }: WriteDoors<Answer>,
): Promise<WriteFlow<Answer>> {
  try {
    const answer = await ask();
    if (answer !== undefined) return { step: "done", answer };
    const absences = flow.absences + 1;
    return absences < absencesNeeded
      ? { step: "checking", absences, tries: 0 }
      : { step: "absent" };
  } catch {
    return { ...flow, tries: flow.tries + 1 };
  }
}

function waitMs({ tries, absences }: { tries: number; absences: number }): number {
  if (tries > 0) return Math.min(10_000, 1000 * 2 ** (tries - 1));
  return absences > 0 ? 2500 : 500;
}
