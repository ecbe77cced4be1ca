import * as codes from "#protocol/wire/error-codes.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { commonRefusals } from "#protocol/wire/error-messages.ts";
import { operatorEndpoints, operatorPicturePath } from "#protocol/api/operator.ts";
import type { PictureBytes } from "#protocol/api/upload.ts";
import { addressGroup } from "../../lib/address-group.ts";
import type { Clock } from "../../lib/clock.ts";
import { ApiAnswers } from "../../http/api/api-answer.ts";
import { failureOf, TransportRefusal } from "../../http/failure.ts";
import { isForeignOrigin } from "../../http/origin.ts";
import { readRequest } from "../../http/api/read-request.ts";
import { TokenBuckets } from "../../http/token-buckets.ts";
import { isLoopback, type Settings } from "../../settings/settings.ts";
import { Refusal, TooMany } from "../../store/refusal.ts";
import type { DeskCall, DeskHandler } from "./desk-call.ts";
import { answerHealth, answerMetrics, mayReadMetrics } from "../watch/watch-door.ts";
import { createDeskHandlers, type DeskDeps } from "./desk-handlers.ts";
import { DeskPage } from "./desk-page.ts";
import { identifyOperator, type OperatorSession } from "../accounts/operator-gate.ts";

export interface Desk {
  fetch: (request: Request, client: { ip: string }) => Promise<Response>;
  /** Forgets what no longer limits anyone. */
  sweep(now: number): void;
}

export interface DeskOptions extends DeskDeps {
  clock: Clock;
  /** A picture that came with a request under review; undefined where there is none. */
  readPicture: (id: string) => Promise<PictureBytes | undefined>;
}

/** What a monitor asks for. */
const watchPaths: readonly string[] = ["/healthz", "/readyz", "/metrics"];
const perSecond = 50;
const burst = 300;
/** What a session may do whose operator has the printed password still. */
const beforeOwnPassword: readonly string[] = [
  operatorEndpoints.setPass.path,
  operatorEndpoints.logout.path,
  operatorEndpoints.status.path,
];

/**
 * The operators' door: their page and their calls, and nothing else of the venue. It authenticates by
 * `Authorization: Bearer` alone and answers only under this machine's own names: another name that a page of a
 * stranger let point here (DNS rebinding) is refused before anything is read.
 */
export function createDesk(options: DeskOptions): Desk {
  const { clock, random, log } = options;
  const settings: Settings = {
    ...options.settings,
    base64: false,
    corsOrigins: [],
    publicUrl: null,
  };
  const answers = new ApiAnswers(settings, random);
  const page = new DeskPage();
  const callers = new TokenBuckets(perSecond, burst);
  const handlers = createDeskHandlers(options);
  const rows = new Map<string, { endpoint: Endpoint; handler: DeskHandler<Endpoint> }>(
    (Object.keys(operatorEndpoints) as (keyof typeof operatorEndpoints)[]).map((name) => {
      const endpoint: Endpoint = operatorEndpoints[name];
      // Each handler is of its own row; the map cannot say so.
      return [
        `${endpoint.method} ${endpoint.path}`,
        { endpoint, handler: handlers[name] as unknown as DeskHandler<Endpoint> },
      ] as const;
    }),
  );

  async function answer(request: Request, ip: string, requestId: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const now = clock.now();
    const wait = callers.take(addressGroup(ip), now);
    if (wait > 0) throw new TooMany(wait);
    if (!pathname.startsWith("/api/")) return page.answer(request, pathname);
    if (request.method === "GET" && pathname === operatorPicturePath) {
      await identify(request, pathname, now);
      const picture = await options.readPicture(searchParams.get("id") ?? "");
      if (!picture) throw new TransportRefusal(404, codes.invalidParameters, { field: "id" });
      return answers.binary(request, picture);
    }
    const row = rows.get(`${request.method} ${pathname}`);
    if (!row)
      throw new TransportRefusal(
        [...rows.values()].some(({ endpoint }) => endpoint.path === pathname) ? 405 : 404,
        codes.invalidParameters,
      );
    const session = row.endpoint.access === "user" ? await identify(request, pathname, now) : null;
    const parsed = await readRequest(request, row.endpoint, settings);
    const call = { request: parsed, session, ip, requestId, now } as DeskCall<Endpoint>;
    return answers.success(
      request,
      await row.handler(call).catch((error: unknown) => {
        const listed: readonly number[] = [
          ...row.endpoint.refusals,
          ...commonRefusals,
          codes.unsupportedMedia,
        ];
        if (error instanceof Refusal && !listed.includes(error.code))
          log("error", "refusal its row does not list", {
            requestId,
            path: pathname,
            code: error.code,
            error,
          });
        throw error;
      }),
    );
  }

  /** Health, and metrics with their token: a monitor may know this machine by another name. */
  async function answerWatch(request: Request, ip: string): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const { metricsToken } = options.settings;
    if (request.method !== "GET" || !watchPaths.includes(pathname)) return undefined;
    if (callers.take(addressGroup(ip), clock.now()) > 0)
      return new Response("Too many requests\n", {
        status: 429,
        headers: { "Cache-Control": "no-store", "Retry-After": "1" },
      });
    if (pathname !== "/metrics") return answerHealth(options.watch, pathname, ip);
    const isOurs = metricsToken !== null || isOwnName(request, settings);
    return isOurs && mayReadMetrics(request, ip, metricsToken)
      ? answerMetrics(options.watch)
      : new Response("Forbidden\n", { status: 403, headers: { "Cache-Control": "no-store" } });
  }

  async function identify(request: Request, path: string, now: number): Promise<OperatorSession> {
    const session = await identifyOperator(options, request.headers.get("authorization"), now);
    if (session.operator.must_change === 1 && !beforeOwnPassword.includes(path))
      throw new Refusal(codes.notPermitted, { reason: "password" });
    return session;
  }

  return {
    async fetch(request, { ip }) {
      const requestId = Buffer.from(random(8)).toString("hex");
      const seen = await answerWatch(request, ip);
      if (seen) return seen;
      try {
        assertOurs(request, settings);
        return await answer(request, ip, requestId);
      } catch (error) {
        const failure = failureOf(error, requestId);
        if (failure.isBug)
          log("error", "call failed", { requestId, path: new URL(request.url).pathname, error });
        return answers.failure(request, failure);
      }
    },
    sweep: (now) => callers.sweep(now),
  };
}

/** @throws TransportRefusal 403 for a name that is not this machine's, or a page that is not ours */
function assertOurs(request: Request, settings: Settings): void {
  const { host } = new URL(request.url);
  const named = request.headers.get("host");
  const isOurs = isOwnName(request, settings);
  const site = request.headers.get("sec-fetch-site") ?? "none";
  // A page of another port of this machine is "same-site": no page of ours either.
  const isForeign =
    isForeignOrigin(request.headers.get("origin") ?? undefined, host, settings) ||
    (site !== "same-origin" &&
      site !== "none" &&
      request.headers.get("sec-fetch-mode") !== "navigate");
  if (!isOurs || isForeign || (named !== null && named !== host))
    throw new TransportRefusal(403, codes.invalidParameters);
}

function isOwnName(request: Request, settings: Settings): boolean {
  const { hostname } = new URL(request.url);
  return isLoopback(hostname.replace(/^\[(.+)\]$/, "$1")) || hostname === settings.operatorHost;
}
