import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText, priceText } from "../wire/amount.ts";
import { contractCode } from "./market-names.ts";
import { givenSlip, slipRequest } from "./order-slip-fields.ts";
import {
  chosenIds,
  clientOrderId,
  done,
  endpoint,
  figure,
  idText,
  listOf,
  listQuery,
  nameText,
  queryInteger,
  shownText,
  timeMs,
} from "./endpoint.ts";

/** HTX's numbers of an order's life (rules.md, 4). */
export const contractOrderStatus = {
  submitted: 3,
  partlyMatched: 4,
  partlyCancelled: 5,
  matched: 6,
  cancelled: 7,
} as const;
export type ContractOrderStatus = (typeof contractOrderStatus)[keyof typeof contractOrderStatus];

/** Where an order came from. `reverse` closes one side and opens the other. */
export const contractOrderSources = [
  "manual",
  "tp",
  "sl",
  "liquidation",
  "reverse",
  "close_all",
] as const;

/** How a position ended. */
export const closeKinds = ["manual", "tp", "sl", "liquidation", "settled"] as const;

/** Above this the person must have acknowledged the risk of leverage, in its present version. */
export const freeLeverage = 20;
export const leverageRiskVersion = 1;

/** The most orders of one account that may wait at a time. */
export const maxOpenContractOrders = 200;

const direction = v.picklist(["buy", "sell"]);
const triggerBy = v.picklist(["mark", "last"]);
/** None is refused by the rules, with a code of its own. */
const volume = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const optionalPrice = v.optional(v.nullable(priceText), null);
/** Any: the rules say which there are, with a code of its own. */
const leverage = v.pipe(v.number(), v.safeInteger());

const opening = {
  contract_code: contractCode,
  /** buy is long, sell is short. */
  direction,
  lever_rate: leverage,
  /** Whole contracts. */
  volume,
  order_type: v.picklist(["market", "limit"]),
  price: optionalPrice,
  /** Set on the position once the order fills; null for none. */
  tp_trigger_price: optionalPrice,
  sl_trigger_price: optionalPrice,
  trigger_by: v.optional(triggerBy, "mark"),
  ...slipRequest,
};

const evidence = v.object({
  source: nameText(32),
  version: v.number(),
  ts: timeMs,
  mark_price: v.optional(v.nullable(decimalText), null),
});

const fill = v.object({
  trade_id: nameText(64),
  order_id: idText,
  price: decimalText,
  volume: figure,
  /** What a closing fill won or lost, before the fee. */
  realised: decimalText,
  fee: decimalText,
  role: v.picklist(["maker", "taker"]),
  evidence,
  create_time: timeMs,
});

const order = {
  id: idText,
  client_order_id: nameText(64),
  contract_code: nameText(32),
  /** What it does in the market: closing a long is sell. */
  direction,
  offset: v.picklist(["open", "close"]),
  lever_rate: figure,
  volume: figure,
  trade_volume: figure,
  order_type: nameText(16),
  price: v.nullable(decimalText),
  trade_avg_price: v.nullable(decimalText),
  /** Money still set aside for it: margin and fee of an opening order. */
  margin_frozen: decimalText,
  fee: decimalText,
  realised: decimalText,
  tp_trigger_price: v.nullable(decimalText),
  sl_trigger_price: v.nullable(decimalText),
  trigger_by: nameText(16),
  /** The position it closes or has made. */
  position_id: v.nullable(idText),
  source: nameText(16),
  status: v.picklist([3, 4, 5, 6, 7]),
  /** Why it ended unfilled: `no_liquidity`, `max_slip`, `halted`, `budget`, `margin`, `liquidation`, `position_closed`, `replaced`. */
  reason: v.nullable(shownText(200)),
  /** The order it took the place of. */
  replaces: v.optional(v.nullable(idText), null),
  create_time: timeMs,
  update_time: timeMs,
  finish_time: v.nullable(timeMs),
  /** What the venue signed when it took it in; null in lists, and of orders from before there were slips. */
  slip: v.optional(v.nullable(givenSlip), null),
};
const orderRow = v.object(order);

const positionFacts = {
  id: idText,
  contract_code: nameText(32),
  direction,
  lever_rate: figure,
  cost_open: decimalText,
  /** Fees paid and funding received (negative: paid) so far. */
  fee: decimalText,
  funding: decimalText,
  realised: decimalText,
  open_time: timeMs,
};

const positionRow = v.object({
  ...positionFacts,
  volume: figure,
  available: figure,
  frozen: figure,
  /** Σ volume · size · price of what is open, exact: `cost_open` is its rounded average. */
  entry_value: decimalText,
  mark_price: v.nullable(decimalText),
  last_price: v.nullable(decimalText),
  position_margin: decimalText,
  /** Null where there is no fresh mark to reckon with. */
  profit_unreal: v.nullable(decimalText),
  profit_rate: v.nullable(decimalText),
  margin_ratio: v.nullable(decimalText),
  /** Null where no price liquidates it. */
  liquidation_price: v.nullable(decimalText),
  tp_trigger_price: v.nullable(decimalText),
  sl_trigger_price: v.nullable(decimalText),
  trigger_by: nameText(16),
  /** 1 while it may not be closed; `lock_reason` says why. */
  is_lock: figure,
  lock_reason: v.optional(v.nullable(shownText(200)), null),
  /** Time of the mark price, on the venue's clock. */
  ts: timeMs,
});

const closedRow = v.object({
  ...positionFacts,
  volume: figure,
  close_avg_price: v.nullable(decimalText),
  close_kind: v.picklist(closeKinds),
  /** Margin of the position when it was liquidated, and the part of it that went to the insurance. */
  margin_lost: decimalText,
  insurance: decimalText,
  /** Realised, fees and funding together. */
  net: decimalText,
  mark_price: v.nullable(decimalText),
  close_time: timeMs,
});

export type ContractOrder = v.InferOutput<typeof orderRow>;
export type ContractFill = v.InferOutput<typeof fill>;
export type ContractPosition = v.InferOutput<typeof positionRow>;
export type ClosedPosition = v.InferOutput<typeof closedRow>;

const optionalCode = v.optional(contractCode);
const orderAndPosition = v.object({ order: orderRow, position: v.nullable(positionRow) });

export const contractsEndpoints = {
  contractPlaceOrder: endpoint({
    method: "POST",
    path: "/api/contract/placeOrder",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.insufficientBalance,
      codes.notTradable,
      codes.noSuchLeverage,
      codes.illegalLeverage,
      codes.positionLocked,
      codes.unknownCurrency,
      codes.deductionFailed,
      codes.quantityMissing,
      codes.valueTooSmall,
      codes.certificationRequired,
    ],
    summary:
      "Opens or adds to a position. It meets the book on the first snapshot after it was accepted.",
    request: v.object({
      ...opening,
      offset: v.optional(v.literal("open"), "open"),
      client_order_id: clientOrderId,
    }),
    data: orderRow,
  }),
  contractReplaceOrder: endpoint({
    method: "POST",
    path: "/api/contract/replaceOrder",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.insufficientBalance,
      codes.notPending,
      codes.notTradable,
      codes.noSuchLeverage,
      codes.illegalLeverage,
      codes.noSuchOrder,
      codes.positionLocked,
      codes.unknownCurrency,
      codes.deductionFailed,
      codes.quantityMissing,
      codes.valueTooSmall,
      codes.certificationRequired,
    ],
    summary:
      "Cancels what is left of the opening order `id` and places another in one step: both happen or neither.",
    request: v.object({
      ...opening,
      offset: v.optional(v.literal("open"), "open"),
      id: idText,
      /**
       * How many contracts of the old order its owner saw filled; notPending where there are more by
       * now, so that nothing is opened twice.
       */
      trade_volume: v.optional(v.nullable(volume), null),
      client_order_id: clientOrderId,
    }),
    data: orderRow,
  }),
  contractPreview: endpoint({
    method: "POST",
    path: "/api/contract/preview",
    access: "user",
    quiet: true,
    refusals: [
      codes.insufficientBalance,
      codes.notTradable,
      codes.noSuchLeverage,
      codes.illegalLeverage,
      codes.positionLocked,
      codes.unknownCurrency,
      codes.deductionFailed,
      codes.quantityMissing,
      codes.valueTooSmall,
      codes.certificationRequired,
    ],
    summary:
      "What the same order would cost and where it would be liquidated, by the venue's own book at this moment; changes nothing.",
    request: v.object(opening),
    data: v.object({
      notional: decimalText,
      margin: decimalText,
      open_fee: decimalText,
      close_fee: decimalText,
      cost: decimalText,
      liquidation_price: v.nullable(decimalText),
      max_volume: figure,
    }),
  }),
  contractPositions: endpoint({
    method: "GET",
    path: "/api/contract/getPositions",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Open positions, each with the figures of the mark price at this moment.",
    request: v.object({ contract_code: optionalCode }),
    data: listOf(positionRow),
  }),
  contractOrders: endpoint({
    method: "GET",
    path: "/api/contract/getOrders",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Contract orders, newest first; `status` 0 those that wait, 1 those that are over.",
    request: v.object({
      ...listQuery,
      status: v.optional(queryInteger(0, 1)),
      contract_code: optionalCode,
    }),
    data: listOf(orderRow),
  }),
  contractOrder: endpoint({
    method: "GET",
    path: "/api/contract/getOrder",
    access: "user",
    quiet: true,
    refusals: [codes.noSuchOrder],
    summary: "One contract order with its fills, by `id` or by the device's `client_order_id`.",
    request: v.pipe(
      v.object({ id: v.optional(idText), client_order_id: v.optional(clientOrderId) }),
      v.check((query) => (query.id === undefined) !== (query.client_order_id === undefined)),
    ),
    data: v.object({ ...order, fills: v.array(fill) }),
  }),
  contractHistory: endpoint({
    method: "GET",
    path: "/api/contract/getHistory",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Closed positions, newest first.",
    request: v.object({ ...listQuery, contract_code: optionalCode }),
    data: listOf(closedRow),
  }),
  contractCancelOrder: endpoint({
    method: "POST",
    path: "/api/contract/cancelOrder",
    access: "user",
    whileFrozen: true,
    refusals: [codes.notPending, codes.noSuchOrder],
    summary: `Cancels what is left of an order; ${codes.notPending} where it is over already.`,
    request: v.object({ id: idText }),
    data: orderRow,
  }),
  contractCancelAll: endpoint({
    method: "POST",
    path: "/api/contract/cancelAll",
    access: "user",
    whileFrozen: true,
    refusals: [],
    summary: "Cancels every waiting order of the account, of one contract, or of those named.",
    request: v.object({ contract_code: optionalCode, ids: chosenIds }),
    data: v.object({ canceled: v.array(idText) }),
  }),
  contractClosePosition: endpoint({
    method: "POST",
    path: "/api/contract/closePosition",
    access: "user",
    movesMoney: true,
    whileFrozen: true,
    refusals: [codes.notTradable, codes.noSuchOrder, codes.positionLocked, codes.quantityMissing],
    summary: "Closes part or all of a position, by market or by a limit that waits.",
    request: v.object({
      position_id: idText,
      volume,
      order_type: v.picklist(["market", "limit"]),
      price: optionalPrice,
      ...slipRequest,
      client_order_id: clientOrderId,
    }),
    data: orderAndPosition,
  }),
  contractReversePosition: endpoint({
    method: "POST",
    path: "/api/contract/reversePosition",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.insufficientBalance,
      codes.notTradable,
      codes.illegalLeverage,
      codes.noSuchOrder,
      codes.positionLocked,
      codes.deductionFailed,
      codes.valueTooSmall,
    ],
    summary:
      "Closes a position whole by market and opens as many contracts the other way, in one step.",
    request: v.object({ position_id: idText, ...slipRequest, client_order_id: clientOrderId }),
    data: orderAndPosition,
  }),
  contractCloseAll: endpoint({
    method: "POST",
    path: "/api/contract/closeAll",
    access: "user",
    movesMoney: true,
    whileFrozen: true,
    refusals: [codes.notTradable, codes.positionLocked],
    summary:
      "Closes every position, the winning or the losing ones (by the mark price), by market; of those named where there are `ids`.",
    request: v.object({
      contract_code: optionalCode,
      ids: chosenIds,
      which: v.picklist(["all", "winning", "losing"]),
      ...slipRequest,
      client_order_id: clientOrderId,
    }),
    data: v.object({
      closed: v.array(idText),
      failed: v.array(v.object({ id: idText, code: figure })),
      /** Of the orders that close them. */
      slips: v.optional(v.array(givenSlip)),
    }),
  }),
  contractSetTpsl: endpoint({
    method: "POST",
    path: "/api/contract/setTpsl",
    access: "user",
    refusals: [codes.notPending, codes.notTradable, codes.noSuchOrder, codes.positionLocked],
    summary:
      "Sets or clears take profit and stop loss of a position, or of an opening order that waits.",
    request: v.pipe(
      v.object({
        position_id: v.optional(idText),
        order_id: v.optional(idText),
        tp_trigger_price: v.nullable(priceText),
        sl_trigger_price: v.nullable(priceText),
        trigger_by: v.optional(triggerBy, "mark"),
      }),
      v.check((body) => (body.position_id === undefined) !== (body.order_id === undefined)),
    ),
    data: v.object({ position: v.nullable(positionRow), order: v.nullable(orderRow) }),
  }),
  contractLeverage: endpoint({
    method: "GET",
    path: "/api/contract/getLeverage",
    access: "user",
    quiet: true,
    refusals: [codes.unknownCurrency],
    summary:
      "The account's leverage of a contract, and which version of the risk of leverage it has acknowledged (0: none).",
    request: v.object({ contract_code: contractCode }),
    data: v.object({ lever_rate: figure, max: figure, risk_ack: figure }),
  }),
  contractSetLeverage: endpoint({
    method: "POST",
    path: "/api/contract/setLeverage",
    access: "user",
    refusals: [
      codes.noSuchLeverage,
      codes.illegalLeverage,
      codes.positionLocked,
      codes.unknownCurrency,
    ],
    summary:
      "Changes the leverage of a contract; refused while a position or an order of it stands.",
    request: v.object({ contract_code: contractCode, lever_rate: leverage }),
    data: v.object({ lever_rate: figure, max: figure }),
  }),
  contractAckRisk: endpoint({
    method: "POST",
    path: "/api/contract/ackRisk",
    access: "user",
    refusals: [],
    summary:
      "Stores that the account has read the risk of leverage above 20, in the version it was shown.",
    request: v.object({ version: v.literal(leverageRiskVersion) }),
    data: done,
  }),
  contractAdjustMargin: endpoint({
    method: "POST",
    path: "/api/contract/adjustMargin",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.insufficientBalance,
      codes.notTradable,
      codes.noSuchOrder,
      codes.positionLocked,
      codes.deductionFailed,
    ],
    summary: "Adds to the margin of a position, or takes from it what is above its initial margin.",
    request: v.object({
      position_id: idText,
      action: v.picklist(["add", "remove"]),
      amount: amountText,
      client_order_id: clientOrderId,
    }),
    data: v.object({ position: positionRow }),
  }),
};
