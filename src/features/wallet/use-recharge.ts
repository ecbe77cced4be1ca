import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useState } from "react";
import { rechargeEndpoints, type RechargeRecord } from "#protocol/recharge.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/query.ts";
import { openWriteId, settleWriteId } from "../../api/write-id.ts";
import { useWrite } from "../account/use-write.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import type { RechargeWish } from "./recharge-form.ts";
import { askRecharge, spoiltByRecharge } from "./recharge-queries.ts";

const what = "recharge";
/** Told beside what they are about. */
const handled = [100004, 100005, 300007, 300018, 300020, 300028] as const;

/** Asking for a recharge: sent once, looked up where the answer was lost, also after a reload. */
export function useRecharge() {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id;
  const { flow, write, busy, reset } = useWrite<RechargeRecord>(what, spoiltByRecharge);
  /** One that an earlier life of this page sent without learning what became of it. */
  const [found, setFound] = useState<RechargeRecord | null>(null);

  const take = useEffectEvent((record: RechargeRecord) => {
    setFound(record);
    void settleWriteId(`${userId}:${what}`);
    void invalidate(client, ...spoiltByRecharge);
  });
  useEffect(() => {
    if (userId === undefined) return;
    let gone = false;
    void lostRecharge(userId).then((record) => gone || (record && take(record)));
    return () => {
      gone = true;
    };
  }, [userId]);

  return {
    flow, busy, found,
    submit: (wish: RechargeWish) =>
      write({ send: (id) => call(rechargeEndpoints.recharge, { ...wish, client_order_id: id }, { handles: handled }), ask: askRecharge }),
    reset: () => {
      reset();
      setFound(null);
    },
  };
}

/** What became of the recharge that this device sent last without an answer; undefined where there is none, or the venue has not got it. */
async function lostRecharge(userId: string): Promise<RechargeRecord | undefined> {
  const id = await openWriteId(`${userId}:${what}`, Date.now());
  return id === undefined ? undefined : askRecharge(id).catch(() => undefined);
}
