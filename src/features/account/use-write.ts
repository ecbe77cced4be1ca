import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useRef, useState } from "react";
import type { Endpoint } from "#protocol/endpoint.ts";
import { invalidate } from "../../api/query.ts";
import { isWriting, runWrite, type WriteFlow } from "../../api/run-write.ts";
import { settleWriteId, takenForMs, takeWriteId } from "../../api/write-id.ts";
import { holdFor, letGo } from "../../storage/kept-holds.ts";
import { sessionAtom } from "../session/session-atoms.ts";

export interface Write<Answer> {
  /** Sends it under this id of the device's. */
  send: (id: string) => Promise<Answer>;
  /** What became of the message of this id; undefined where nothing of it is to be seen. */
  ask: (id: string) => Promise<Answer | undefined>;
}

/**
 * One kind of write, from the tap until it is known what became of it.
 * @param what names the kind, and the one thing that it is about, such as `close:812`
 * @param spoils reads that are other by it
 */
export function useWrite<Answer>(what: string, spoils: readonly Endpoint[]) {
  const client = useQueryClient();
  const store = useStore();
  const [flow, setFlow] = useState<WriteFlow<Answer>>({ step: "idle" });
  const isUnderWay = useRef(false);

  async function write({ send, ask }: Write<Answer>): Promise<WriteFlow<Answer>> {
    const userId = store.get(sessionAtom)?.id;
    if (userId === undefined || isUnderWay.current) return flow;
    isUnderWay.current = true;
    try {
      const key = `${userId}:${what}`;
      const isOver = () => store.get(sessionAtom)?.id !== userId;
      const { id, reused } = await takeWriteId(key, crypto.randomUUID(), Date.now());
      if (isOver()) return flow;
      // Over a reload of the tab, too, as long as it may still arrive.
      holdFor(`write:${key}`, "order", takenForMs);
      const end = await runWrite<Answer>({
        send: () => send(id),
        ask: () => ask(id),
        reused,
        isOver,
        show: setFlow,
        wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      }).finally(() => letGo(`write:${key}`));
      // What did not arrive may still do so: its id stays.
      if (end.step === "done" || (end.step === "refused" && !reused)) await settleWriteId(key);
      if (!isOver()) await invalidate(client, ...spoils);
      return end;
    } finally {
      isUnderWay.current = false;
    }
  }

  return { flow, write, busy: isWriting(flow), reset: () => setFlow({ step: "idle" }) };
}
