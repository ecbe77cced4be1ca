import { ApiError } from "../../api/api-error.ts";
import { nextQuestionMs, type CancelEvent, type CancelFlow } from "./cancel-flow.ts";

export interface CancelDoors<Order> {
  /** The order's kind of `cancelFlowOf`. */
  next: (flow: CancelFlow<Order>, event: CancelEvent<Order>) => CancelFlow<Order>;
  cancel: (id: string) => Promise<Order>;
  ask: (id: string) => Promise<Order>;
  wait: (ms: number) => Promise<void>;
  show: (flow: CancelFlow<Order>) => void;
  /** The session that wished it is over: nobody is to be told any more. */
  isOver: () => boolean;
}

/** Sends one cancel, once, and asks until it is known what became of the order. */
export async function runCancel<Order extends { id: string }>(
  order: Order,
  doors: CancelDoors<Order>,
): Promise<CancelFlow<Order>> {
  let flow: CancelFlow<Order> = { step: "sending", order };
  doors.show(flow);
  let event: CancelEvent<Order> = await answerOf(doors.cancel(order.id), "answered");
  for (;;) {
    if (doors.isOver()) return flow;
    flow = doors.next(flow, event);
    doors.show(flow);
    const waitMs = nextQuestionMs(flow);
    if (waitMs === undefined) return flow;
    await doors.wait(waitMs);
    if (doors.isOver()) return flow;
    event = await answerOf(doors.ask(order.id), "seen");
  }
}

async function answerOf<Order>(
  answer: Promise<Order>,
  type: "answered" | "seen",
): Promise<CancelEvent<Order>> {
  try {
    return { type, order: await answer };
  } catch (error) {
    if (type === "seen") return { type: "unreachable" };
    return error instanceof ApiError && error.status !== null
      ? { type: "refused", status: error.status }
      : { type: "lost" };
  }
}
