/** What is published so that anyone can check a settlement. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { epoch } from "./epoch.ts";
import { endpoint, idText, nothing, queryInteger } from "./endpoint.ts";
import { quoteLine } from "./quote-line.ts";
import { chainLink, dayReveal, receipt, tickLine, tickRoot } from "./receipt.ts";
import { publicKeyText } from "./signed.ts";
import { symbol } from "./market-names.ts";
import { signedHead } from "./signed-head.ts";

const minute = queryInteger(0, 8.64e12);

export const secondsProofEndpoints = {
  secondReceipt: endpoint({
    method: "GET",
    path: "/api/second/getReceipt",
    access: "user",
    quiet: true,
    refusals: [codes.noSuchOrder],
    summary: `The receipt of a settled contract; ${codes.noSuchOrder} also while it runs.`,
    request: v.object({ id: idText }),
    data: receipt,
  }),
  secondKey: endpoint({
    method: "GET",
    path: "/api/second/getKey",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [],
    summary:
      "The venue's public key, by which receipts and published minutes are signed, and the head of the chain of receipts.",
    request: nothing,
    data: v.object({
      public_key: publicKeyText,
      head: v.nullable(chainLink),
      /** The same, signed with its time; older venues have none. */
      signed_head: v.optional(signedHead),
    }),
  }),
  secondChain: endpoint({
    method: "GET",
    path: "/api/second/getChain",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [],
    summary:
      "Receipts, and epochs between them, by number without what is their owners' own, oldest first.",
    request: v.object({
      from: queryInteger(1, Number.MAX_SAFE_INTEGER),
      size: v.optional(queryInteger(1, 100), 20),
    }),
    data: v.array(chainLink),
  }),
  secondEpochs: endpoint({
    method: "GET",
    path: "/api/second/getEpochs",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [],
    summary:
      "The times the venue's database was put back to an older state, with what was lost, oldest first; empty where it never was.",
    request: nothing,
    data: v.array(epoch),
  }),
  secondTickRoots: endpoint({
    method: "GET",
    path: "/api/second/getTickRoots",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [],
    summary: "Published minutes of the tick log from one on (Unix s), oldest first.",
    request: v.object({ from: minute, size: v.optional(queryInteger(1, 100), 20) }),
    data: v.array(tickRoot),
  }),
  secondTicks: endpoint({
    method: "GET",
    path: "/api/second/getTicks",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.noSuchOrder, codes.unknownCurrency],
    summary: `One market's line of a published minute with the proof that it lies under the minute's root; ${codes.noSuchOrder} where it is not published or not held any more.`,
    request: v.object({ symbol, minute }),
    data: tickLine,
  }),
  secondQuotes: endpoint({
    method: "GET",
    path: "/api/second/getQuotes",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.noSuchOrder, codes.unknownCurrency],
    summary: `What the venue received of a real market in a published minute that contracts go by, with the proof that it lies under the minute's root; ${codes.noSuchOrder} where there is none.`,
    request: v.object({ symbol, minute }),
    data: quoteLine,
  }),
  secondDay: endpoint({
    method: "GET",
    path: "/api/second/getDay",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.noSuchOrder, codes.unknownCurrency],
    summary: `What a past simulated day of a market was made of; ${codes.noSuchOrder} for a day that is not over or not simulated.`,
    request: v.object({ symbol, date: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)) }),
    data: dayReveal,
  }),
};
