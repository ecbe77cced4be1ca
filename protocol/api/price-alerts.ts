/** Prices at which somebody wants a notice. The venue judges them at each of its prices. */
import * as v from "valibot";
import { decimalText, priceText } from "../wire/amount.ts";
import * as codes from "../wire/error-codes.ts";
import { done, endpoint, figure, idText, nameText, nothing, timeMs } from "./endpoint.ts";
import { symbol } from "./market-names.ts";

/** Alerts of one person, those that are over included. */
export const maxPriceAlerts = 50;

/**
 * `above` and `below`: the price is there or beyond. `cross`: it comes to the other side. `rise` and `fall`: by so many
 * per cent within a time.
 */
export const alertKinds = ["above", "below", "cross", "rise", "fall"] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Minutes in which a `rise` or `fall` is measured. */
export const alertWindows = [15, 60, 240, 1440] as const;

/** The last price of a coin market, or the mark price of a contract, which positions are valued at. */
export const alertMarkets = ["spot", "contract"] as const;

/** Of a rise or fall: at most two decimals. */
const percentText = v.pipe(
  v.string(),
  v.regex(/^(?:0\.0[1-9]|0\.[1-9]\d?|[1-9]\d{0,2}(?:\.\d{1,2})?)$/),
);

const wanted = {
  market: v.picklist(alertMarkets),
  symbol,
  kind: v.picklist(alertKinds),
  /** Where the alert waits, for `above`, `below` and `cross`; else empty. */
  price: v.optional(v.union([priceText, v.literal("")]), ""),
  /** For `rise` and `fall`; else empty. */
  percent: v.optional(v.union([percentText, v.literal("")]), ""),
  /** Minutes, for `rise` and `fall`; else 0. */
  window: v.optional(v.picklist([0, ...alertWindows]), 0),
  /** 1: again after a pause; 0: once. */
  again: v.picklist([0, 1]),
};

const alert = v.object({
  id: idText,
  ...wanted,
  symbol: nameText(32),
  state: v.picklist(["active", "off", "done"]),
  /** How often it was reached. */
  count: figure,
  /** When it was reached last, Unix ms, and the price then; 0 and empty before. */
  reached_time: timeMs,
  reached_price: v.union([decimalText, v.literal("")]),
  create_time: timeMs,
});
export type PriceAlert = v.InferOutput<typeof alert>;

export const priceAlertEndpoints = {
  priceAlerts: endpoint({
    method: "GET",
    path: "/api/notice/priceAlerts",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "The user's price alerts, newest first, those that are over included.",
    request: nothing,
    data: v.object({ list: v.array(alert) }),
  }),
  addPriceAlert: endpoint({
    method: "POST",
    path: "/api/notice/addPriceAlert",
    access: "user",
    quiet: true,
    whileFrozen: true,
    refusals: [codes.notTradable],
    summary: `Adds a price alert; the same one twice is one. ${codes.notTradable} where there is no such market, ${codes.invalidParameters} where a part of it is missing, or there are ${maxPriceAlerts} already.`,
    request: v.object(wanted),
    data: v.object({ id: idText }),
  }),
  setPriceAlert: endpoint({
    method: "POST",
    path: "/api/notice/setPriceAlert",
    access: "user",
    quiet: true,
    whileFrozen: true,
    refusals: [],
    summary: "Switches a price alert on, also one that is over, or off, or removes it.",
    request: v.object({ id: idText, state: v.picklist(["active", "off", "removed"]) }),
    data: done,
  }),
};
