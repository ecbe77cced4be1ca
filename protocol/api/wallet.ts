import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText, textOfNumber } from "../wire/amount.ts";
import { code, factorCode, givenPassword } from "./session.ts";
import {
  endpoint,
  idText,
  isRecord,
  listOf,
  listQuery,
  nameText,
  nothing,
  readAs,
  shownText,
  timeMs,
} from "./endpoint.ts";

/** `type` of a billing record (rules.md, 3). */
export const billTypes = {
  unknown: 0,
  recharge: 1,
  systemRecharge: 2,
  secondsTrading: 3,
  secondsProfit: 4,
  coinTrading: 5,
  coinCancel: 6,
  coinSellRejected: 7,
  perpetualTrading: 8,
  perpetualCancel: 9,
  perpetualClose: 10,
  withdrawalApplication: 11,
  withdrawalFailed: 12,
} as const;

export type BillType = (typeof billTypes)[keyof typeof billTypes];

/** The specification's entry has flag and balance alone. */
function asBalance(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { balance_str, balance } = value;
  // Figures are computed from the text: a decimal that came as text stays to its last digit.
  const text = typeof balance === "number" ? textOfNumber(balance) : balance;
  return {
    ...value,
    balance: v.is(decimalText, balance) ? Number(balance) : balance,
    balance_str: balance_str ?? text,
  };
}

const balance = readAs(
  asBalance,
  v.object({
    /** The currency identifier. */
    flag: nameText(24),
    /** Available, as the specification's number; figures are computed from the strings. */
    balance: v.number(),
    balance_str: decimalText,
    frozen: v.optional(decimalText, "0"),
    margin: v.optional(decimalText, "0"),
    stake: v.optional(decimalText, "0"),
    total: v.optional(decimalText),
    /** Value of the total in USDT, or null where there is no conversion price. */
    usdt_value: v.optional(v.nullable(decimalText), null),
    /** Never sent: a client's own mark of an entry that it could not read. */
    unread: v.optional(v.boolean()),
  }),
);

/** Stands for the flag of an entry that does not say whose it is. */
export const unknownFlag = "?";

/** A currency left out would count as nothing, and the rest as the whole. */
function unreadBalance(row: unknown): Balance {
  const flag = isRecord(row) && v.is(nameText(24), row["flag"]) ? row["flag"] : unknownFlag;
  return {
    flag,
    balance: 0,
    balance_str: "0",
    frozen: "0",
    margin: "0",
    stake: "0",
    usdt_value: null,
    unread: true,
  };
}

const bill = v.object({
  id: nameText(64),
  flag: nameText(24),
  type: v.number(),
  sub_type: v.optional(nameText(64), ""),
  /** Signed change of the available balance. */
  amount: decimalText,
  balance_after: v.optional(v.nullable(decimalText), null),
  ref_type: v.optional(nameText(64), ""),
  ref_id: v.optional(nameText(64), ""),
  journal_id: v.optional(idText),
  create_time: timeMs,
  remark: v.optional(shownText(500), ""),
});

/** 1 open, 0 paused. */
const openOrPaused = v.optional(v.picklist([0, 1]), 1);
const yesOrNo = v.optional(v.picklist([0, 1]), 0);
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
/** Records name channels by it. */
const channelId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));
const named = {
  flag: nameText(24),
  name: v.optional(shownText(60), ""),
  icon: v.optional(nameText(2048), ""),
};
/** Smallest and largest amount of one transfer. */
const bounds = { min: v.optional(amountText, "0"), max: v.optional(v.nullable(amountText), null) };

const rechargeCurrency = v.object({
  ...named,
  sort: v.optional(v.number(), 0),
  networks: v.array(
    v.object({
      network: nameText(24),
      channel_id: v.optional(channelId, 0),
      ...bounds,
      /** Blocks waited for before a deposit counts, where the network has blocks. */
      confirmations: v.optional(v.nullable(count), null),
      confirmations_note: v.optional(shownText(200), ""),
      /** 1 where an address alone does not say whose a deposit is. */
      memo_required: yesOrNo,
      status: openOrPaused,
    }),
  ),
});

const rechargeChannel = v.object({
  channel_id: channelId,
  network: nameText(24),
  address: nameText(200),
  /** The text of the picture to scan. */
  qrcode: v.optional(nameText(500), ""),
  memo: v.optional(nameText(100), ""),
  ...bounds,
  status: openOrPaused,
  notice: v.optional(shownText(200), ""),
});

const withdrawalCurrency = v.object({
  ...named,
  networks: v.array(
    v.object({
      network: nameText(24),
      ...bounds,
      day_max: v.optional(v.nullable(amountText), null),
      /** `ratio`: a part of the amount, within `min_fee` and `max_fee`; `fixed`: `min_fee` each time. */
      fee_type: v.optional(v.picklist(["ratio", "fixed"]), "ratio"),
      /** A fraction: 0.01 is one percent. */
      fee_rate: v.optional(amountText, "0"),
      min_fee: v.optional(amountText, "0"),
      max_fee: v.optional(v.nullable(amountText), null),
      /** Whether the fee is taken out of the amount or paid on top of it. */
      fee_mode: v.optional(v.picklist(["inside", "outside"]), "inside"),
      precision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18)), 8),
      address_regex: v.optional(v.pipe(v.string(), v.maxLength(500)), ""),
      memo_required: yesOrNo,
      status: openOrPaused,
    }),
  ),
  bank: v.optional(
    v.object({
      enabled: yesOrNo,
      ...bounds,
      fee_rate: v.optional(amountText, "0"),
      fiat: v.optional(nameText(24), "USD"),
      rate: v.optional(amountText, "0"),
    }),
  ),
});

export type RechargeCurrency = v.InferOutput<typeof rechargeCurrency>;
export type RechargeChannel = v.InferOutput<typeof rechargeChannel>;
export type WithdrawalCurrency = v.InferOutput<typeof withdrawalCurrency>;
export type Balance = v.InferOutput<typeof balance>;
export type Bill = v.InferOutput<typeof bill>;

/** A withdrawal password: digits alone, typed on a keypad, never the login password. */
export const withdrawalPasswordPattern = /^\d{6,12}$/;
const withdrawalPassword = v.pipe(v.string(), v.regex(withdrawalPasswordPattern));

export const walletEndpoints = {
  walletBalance: endpoint({
    method: "GET",
    path: "/api/wallet/getWalletBalance",
    access: "user",
    refusals: [],
    summary:
      "Balances by currency: available, frozen by orders, margin of positions, stake of seconds contracts.",
    request: nothing,
    data: v.object({ balances: v.array(balance) }),
    unreadRow: unreadBalance,
  }),
  tradeRecord: endpoint({
    method: "GET",
    path: "/api/wallet/tradeRecord",
    access: "user",
    refusals: [codes.unknownCurrency],
    summary: "Billing history: every change of an available balance, newest first.",
    request: v.object({
      ...listQuery,
      flag: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))),
      /** One type or several, joined by commas. */
      type: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}(,\d{1,2}){0,12}$/))),
      /** What the entries belong to, such as `spot_order` and an order's id; each narrows alone too. */
      ref_type: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,24}$/))),
      ref_id: v.optional(idText),
    }),
    data: listOf(bill),
  }),
  rechargeCurrency: endpoint({
    method: "GET",
    path: "/api/wallet/getRechargeCurrency",
    access: "user",
    refusals: [],
    summary:
      "Currencies that can be recharged, each with its networks, their limits and whether they are open.",
    request: nothing,
    data: v.array(rechargeCurrency),
  }),
  rechargeChannels: endpoint({
    method: "GET",
    path: "/api/auth/getRechargeCurrencyChannelConf",
    access: "visitor",
    public: true,
    refusals: [],
    summary:
      "Where recharges are sent, by currency: the address of each network, the same for everybody. Paper addresses, which no chain accepts.",
    request: nothing,
    data: v.record(v.string(), v.array(rechargeChannel)),
  }),
  withdrawalCurrency: endpoint({
    method: "GET",
    path: "/api/wallet/getWithdrawalCurrency",
    access: "user",
    refusals: [],
    summary:
      "Currencies that can be withdrawn, each with its networks, their limits and fees, and what a bank card would be paid.",
    request: nothing,
    data: v.array(withdrawalCurrency),
  }),
  setWpass: endpoint({
    method: "POST",
    path: "/api/wallet/setWpass",
    access: "user",
    refusals: [
      codes.wrongCredentials,
      codes.tooManyAttempts,
      codes.passwordMismatch,
      codes.wrongCode,
      codes.passwordAlreadySet,
      codes.wrongWithdrawalPassword,
    ],
    summary: `Sets the withdrawal password (with the login password), changes it (with the old one; ${codes.passwordMismatch} where the new one is the same), or sets a new one (with login password and a code of the scene \`wpass\`).`,
    request: v.object({
      wpassword: withdrawalPassword,
      /**
       * Change: the present one. passwordAlreadySet where one is set and neither this nor a code is
       * given; wrongWithdrawalPassword where it is wrong.
       */
      old_wpassword: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
      /**
       * The login password, for the first one and for a reset. wrongCredentials where it is
       * wrong.
       */
      password: v.optional(givenPassword),
      code: v.optional(v.union([v.literal(""), code])),
      totp: factorCode,
    }),
    /** Until when money-out is held after a change (Unix ms), 0 where it is not. */
    data: v.fallback(v.object({ held_until: v.optional(timeMs, 0) }), { held_until: 0 }),
  }),
};
