import { rechargeEndpoints, type RechargeRecord } from "#protocol/recharge.ts";
import { call } from "../../api/call.ts";
import { useLostWrite } from "../account/use-lost-write.ts";
import { useWrite } from "../account/use-write.ts";
import type { RechargeWish } from "./recharge-form.ts";
import { askRecharge, spoiltByRecharge } from "./recharge-queries.ts";

const what = "recharge";
/** Told beside what they are about. */
const handled = [100004, 100005, 300007, 300018, 300020, 300028] as const;

/** Asking for a recharge: sent once, looked up where the answer was lost, also after a reload. */
export function useRecharge() {
  const { flow, write, busy, reset } = useWrite<RechargeRecord>(what, spoiltByRecharge);
  const { found, putAside } = useLostWrite(what, askRecharge, spoiltByRecharge);

  return {
    flow,
    busy,
    found,
    submit: (wish: RechargeWish) =>
      write({
        send: (id) =>
          call(rechargeEndpoints.recharge, { ...wish, client_order_id: id }, { handles: handled }),
        ask: askRecharge,
      }),
    reset: () => {
      reset();
      putAside();
    },
  };
}
