import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { billTypes, type Bill } from "#protocol/wallet.ts";
import { Tag } from "../../ui/tag.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { isBillType } from "./bill-types.ts";
import { waitingWithdrawalsQuery } from "./portfolio-withdrawals.ts";

/** Which entries belong to a withdrawal that is still under review, and what became of the others. */
export function useBillStatus(): (bill: Bill) => "pending" | "returned" | "other" | "final" {
  const authorized = useAtomValue(authorizedAtom);
  const { data } = useQuery({ ...waitingWithdrawalsQuery(), enabled: authorized });
  const waiting = new Set(data?.list.map(({ id }) => id));
  return ({ type, ref_id: id }) => {
    if (type === billTypes.withdrawalApplication && waiting.has(id)) return "pending";
    if (type === billTypes.withdrawalFailed || type === billTypes.coinSellRejected)
      return "returned";
    return isBillType(type) && type !== billTypes.unknown ? "final" : "other";
  };
}

/** The status of an entry as a word. */
export function BillStatus({ status }: { status: ReturnType<ReturnType<typeof useBillStatus>> }) {
  const { t } = useLingui();
  switch (status) {
    case "pending":
      return <Tag tone="info">{t`Pending review`}</Tag>;
    case "returned":
      return <Tag tone="warning">{t`Returned`}</Tag>;
    case "other":
      return <Tag>{t({ context: "kind of entry", message: "Other" })}</Tag>;
    case "final":
      return <Tag tone="success">{t({ context: "status of an entry", message: "Final" })}</Tag>;
  }
}
