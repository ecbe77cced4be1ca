/**
 * One endpoint, declared once. From the endpoints come the app's query keys and
 * types, the venue's list of handlers, the service worker's choice of strategy, the permission
 * tests and the OpenAPI document.
 */
import * as v from "valibot";
import type { ErrorCode } from "../wire/error-messages.ts";

/** `visitor`: anybody; `user`: a signed session of a user who is not blocked. */
export type Access = "visitor" | "user";

export interface Endpoint<
  Request extends v.GenericSchema = v.GenericSchema,
  Data extends v.GenericSchema = v.GenericSchema,
  Allowed extends Access = Access,
> {
  readonly method: "GET" | "POST";
  readonly path: `/api/${string}`;
  /** What it is for, in one sentence. */
  readonly summary: string;
  readonly access: Allowed;
  /** The query of a GET, the JSON body of a POST. */
  readonly request: Request;
  /** `data` of the envelope on status 0. */
  readonly data: Data;
  /**
   * Codes this call may answer beside `commonRefusals`; `npm run typecheck` fails where its handler
   * reaches another.
   */
  readonly refusals: readonly ErrorCode[];
  /** It moves money: its body carries `client_order_id`. */
  readonly movesMoney?: boolean;
  /**
   * A write that a frozen account may make all the same, since it ends something: notPermitted for
   * every other.
   */
  readonly whileFrozen?: boolean;
  /** The body is multipart/form-data, field `files`, and never encoded; `request` is empty. */
  readonly upload?: boolean;
  /**
   * A success is the bytes themselves, typed by their content, and no envelope; a refusal is one as
   * ever.
   */
  readonly binary?: boolean;
  /** A background read: not counted by the loading overlay. */
  readonly quiet?: boolean;
  /** The same answer for everybody: a cache outside the app may keep it. All else is never kept. */
  readonly public?: boolean;
  /**
   * What a client puts in the place of a list's row that it cannot read, where a row less would
   * pass for a fact.
   */
  readonly unreadRow?: (row: unknown) => unknown;
}

export function endpoint<
  Request extends v.GenericSchema,
  Data extends v.GenericSchema,
  const Allowed extends Access,
>(row: Endpoint<Request, Data, Allowed>): Endpoint<Request, Data, Allowed> {
  return row;
}

/** What a caller hands in. */
export type RequestOf<E extends Endpoint> = v.InferInput<E["request"]>;
/** What a handler gets, after validation. */
export type ParsedRequestOf<E extends Endpoint> = v.InferOutput<E["request"]>;
export type DataOf<E extends Endpoint> = v.InferOutput<E["data"]>;

export const nothing = v.object({});

/**
 * The answer of a write whose success is the status itself: whatever else a server says with it is
 * let be.
 */
export const done = v.fallback(v.object({}), {});

/**
 * An answer that servers write in more than one way: `rewrite` brings what arrives to the form of
 * `schema`, and leaves alone what it does not know.
 */
export function readAs<Schema extends v.GenericSchema>(
  rewrite: (value: unknown) => unknown,
  schema: Schema,
) {
  return v.pipe(v.unknown(), v.transform(rewrite), schema);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A whole number in a query, where everything arrives as text. */
export function queryInteger(min: number, max: number) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
    v.safeInteger(),
    v.minValue(min),
    v.maxValue(max),
  );
}

/** Page, size and filters that every list of records takes; times in Unix ms. */
export const listQuery = {
  page: v.optional(queryInteger(1, 1_000_000), 1),
  size: v.optional(queryInteger(1, 100), 20),
  start_time: v.optional(queryInteger(0, 8.64e15)),
  end_time: v.optional(queryInteger(0, 8.64e15)),
};

/** A page of records. The specification says "answer a list": a bare one is a single page. */
export function listOf<Row extends v.GenericSchema>(row: Row) {
  return readAs(
    asPage,
    v.object({ list: v.array(row), total: v.number(), page: v.number(), size: v.number() }),
  );
}

function asPage(value: unknown): unknown {
  const page = Array.isArray(value) ? { list: value as unknown[] } : value;
  if (!isRecord(page) || !Array.isArray(page["list"])) return page;
  return { total: page["list"].length, page: 1, size: page["list"].length, ...page };
}

/** Made by the device when the form is confirmed and kept until the outcome is known. */
export const clientOrderId = v.pipe(v.string(), v.uuid());
/** Ids of the venue: decimal text, since 64 bits do not fit a JSON number. */
export const idText = v.pipe(v.string(), v.regex(/^\d{1,19}$/));
/** The rows that are meant, where not all of them are. */
export const chosenIds = v.optional(v.pipe(v.array(idText), v.minLength(1), v.maxLength(200)));
/** Unix ms, of a moment that a calendar has. */
export const timeMs = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(-8.64e15),
  v.maxValue(8.64e15),
);
/**
 * A number that can be shown and counted with: neither infinite nor beyond what anything is priced
 * at.
 */
export const figure = v.pipe(v.number(), v.minValue(-1e18), v.maxValue(1e18));

/** Characters that reorder or hide text, so that it could read as something else. */
export const deceiving = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/**
 * Words of a server for a reader: cut where nobody would read on, and without what turns or hides
 * text.
 */
export function shownText(longest: number) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, longest).replaceAll(deceiving, "").toWellFormed()),
  );
}

/** What a server calls something: compared and sent back, so it is taken whole or not at all. */
export function nameText(longest: number) {
  return v.pipe(
    v.string(),
    v.maxLength(longest),
    v.check((text) => text.search(deceiving) < 0 && text.isWellFormed()),
  );
}
