import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useRef, useState } from "react";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { spoiltByContracts } from "./position-queries.ts";
import { isWriting, runWrite, type WriteFlow } from "./position-write.ts";
import { settleWriteId, takeWriteId } from "./position-write-id.ts";

export interface PositionWrite<Answer> {
  /** Sends it under this id of the device's. */
  send: (id: string) => Promise<Answer>;
  /** What became of the message of this id; undefined where nothing of it is to be seen. */
  ask: (id: string) => Promise<Answer | undefined>;
}

/**
 * One kind of write about one thing, from the tap until it is known what became of it.
 * @param what names kind and thing, such as `close:812`
 */
export function usePositionWrite<Answer>(what: string) {
  const client = useQueryClient();
  const store = useStore();
  const [flow, setFlow] = useState<WriteFlow<Answer>>({ step: "idle" });
  const isUnderWay = useRef(false);

  async function write({ send, ask }: PositionWrite<Answer>): Promise<WriteFlow<Answer>> {
    const userId = store.get(sessionAtom)?.id;
    if (userId === undefined || isUnderWay.current) return flow;
    isUnderWay.current = true;
    try {
      const key = `${userId}:${what}`;
      const isOver = () => store.get(sessionAtom)?.id !== userId;
      const { id, reused } = await takeWriteId(key, crypto.randomUUID(), Date.now());
      if (isOver()) return flow;
      const end = await runWrite<Answer>({
        send: () => send(id), ask: () => ask(id), reused, isOver, show: setFlow,
        wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      });
      // What did not arrive may still do so: its id stays.
      if (end.step === "done" || (end.step === "refused" && !reused)) await settleWriteId(key);
      if (!isOver()) await invalidate(client, ...spoiltByContracts);
      return end;
    } finally {
      isUnderWay.current = false;
    }
  }

  return { flow, write, busy: isWriting(flow), reset: () => setFlow({ step: "idle" }) };
}
