import type { CoinOrder } from "#protocol/spot.ts";
import { ApiError } from "../../api/api-error.ts";
import { cancelFlow, nextQuestionMs, type CancelEvent, type CancelFlow } from "./cancel-flow.ts";

export interface CancelDoors {
  cancel: (id: string) => Promise<CoinOrder>;
  ask: (id: string) => Promise<CoinOrder>;
  wait: (ms: number) => Promise<void>;
  show: (flow: CancelFlow) => void;
  /** The session that wished it is over: nobody is to be told any more. */
  isOver: () => boolean;
}

/** Sends one cancel, once, and asks until it is known what became of the order. */
export async function runCancel(order: CoinOrder, doors: CancelDoors): Promise<CancelFlow> {
  let flow: CancelFlow = { step: "sending", order };
  doors.show(flow);
  let event = await answerOf(doors.cancel(order.id), "answered");
  for (;;) {
    if (doors.isOver()) return flow;
    flow = cancelFlow(flow, event);
    doors.show(flow);
    const waitMs = nextQuestionMs(flow);
    if (waitMs === undefined) return flow;
    await doors.wait(waitMs);
    if (doors.isOver()) return flow;
    event = await answerOf(doors.ask(order.id), "seen");
  }
}

async function answerOf(answer: Promise<CoinOrder>, type: "answered" | "seen"): Promise<CancelEvent> {
  try {
    return { type, order: await answer };
  } catch (error) {
    if (type === "seen") return { type: "unreachable" };
    return error instanceof ApiError && error.status !== null ? { type: "refused", status: error.status } : { type: "lost" };
  }
}
