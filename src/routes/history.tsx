import { createFileRoute, useNavigate } from "@tanstack/react-router";
import * as v from "valibot";
import type { Bill } from "#protocol/api/wallet.ts";
import { LinkedContractOrder } from "../features/contracts/orders/linked-contract-order.tsx";
import { LinkedPosition } from "../features/contracts/positions/linked-position.tsx";
import { LinkedSecond } from "../features/seconds/history/seconds-order-detail.tsx";
import { LinkedOrder } from "../features/spot/orders/linked-order.tsx";
import { LinkedRecharge } from "../features/wallet/recharge/recharge-linked.tsx";
import { HistoryScreen } from "../features/wallet/bills/history/history-screen.tsx";
import { LinkedWithdrawal } from "../features/wallet/withdraw/records/withdrawal-linked.tsx";

const matching = (pattern: RegExp) =>
  v.fallback(v.optional(v.pipe(v.string(), v.regex(pattern))), undefined);
/** The id of an order or a contract. */
const id = v.fallback(
  v.optional(
    v.pipe(
      v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
      v.transform(String),
      v.regex(/^\d{1,19}$/),
    ),
  ),
  undefined,
);
const day = matching(/^\d{4}-\d{2}-\d{2}$/);

export const Route = createFileRoute("/history")({
  validateSearch: v.object({
    type: v.fallback(
      v.optional(
        v.pipe(
          v.union([v.string(), v.number()]),
          v.transform(String),
          v.regex(/^\d{1,2}(,\d{1,2}){0,12}$/),
        ),
      ),
      undefined,
    ),
    flag: matching(/^[A-Z0-9]{1,12}$/),
    from: day,
    to: day,
    order: id,
    second: id,
  }),
  component: function HistoryRoute() {
    const filters = Route.useSearch();
    const navigate = useNavigate({ from: "/history" });
    return (
      <HistoryScreen
        filters={filters}
        onFilters={(search) => void navigate({ search, replace: true, resetScroll: false })}
        linked={linkedOrder}
      />
    );
  },
});

/** What a bill belongs to, for the kinds this app can show. */
function linkedOrder(bill: Bill) {
  if (!/^\d{1,19}$/.test(bill.ref_id)) return null;
  switch (bill.ref_type) {
    case "spot_order":
      return <LinkedOrder orderId={bill.ref_id} />;
    case "contract_order":
      return <LinkedContractOrder orderId={bill.ref_id} />;
    case "contract_position":
      return <LinkedPosition positionId={bill.ref_id} />;
    case "second_order":
      return <LinkedSecond orderId={bill.ref_id} />;
    case "withdrawal":
      return <LinkedWithdrawal id={bill.ref_id} />;
    case "recharge":
      return <LinkedRecharge id={bill.ref_id} />;
    default:
      return null;
  }
}
