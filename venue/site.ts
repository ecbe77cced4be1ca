import { type Context, Hono } from "hono";
import * as codes from "#protocol/wire/error-codes.ts";
import { foreignOrigins, wholeConfig } from "#protocol/wire/runtime-config.ts";
import type { Clock } from "./lib/clock.ts";
import type { HtxCompatibility } from "./market/htx-compatibility/htx-compatibility.ts";
import type { Icons } from "./platform/icons/icons.ts";
import { answerHealth } from "./operator/watch/watch-door.ts";
import type { Watch } from "./operator/watch/watch.ts";
import type { Settings } from "./settings/settings.ts";
import type { Log } from "./store/store.ts";
import type { Api } from "./http/api/api.ts";
import type { BoundRow } from "./http/api/bound-row.ts";
import { TransportRefusal } from "./http/failure.ts";
import { TooMany } from "./store/refusal.ts";
import { openApiDocument } from "./http/api/open-api.ts";
import { forgottenPage, forgottenPolicy } from "./http/files/forgotten-page.ts";
import { corsHeaders, formSender, preflightHeaders } from "./http/origin.ts";
import { PolicyReports } from "./http/policy-reports.ts";
import { StartFaults } from "./http/start-faults.ts";
import { PublicFiles } from "./http/files/public-files.ts";
import { securityHeaders } from "./http/security-headers.ts";
import type { StaticFiles } from "./http/files/static-files.ts";
import { workerOff } from "./http/kill-switch.ts";

export interface SiteOptions {
  settings: Settings;
  clock: Clock;
  log: Log;
  api: Api;
  rows: readonly BoundRow[];
  /** The built app; null where another server has it. */
  files: StaticFiles | null;
  icons: Icons;
  watch: Watch;
  /** HTX's own paths, for clients of HTX. */
  htxCompatibility: HtxCompatibility;
}

type Env = { Bindings: { ip: string } };

/** Icons are for any page to read and show, as an Iconify server's are. */
const iconHeaders = {
  "Cache-Control": "public, max-age=86400",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
const longestIconList = 8192;

/** Every address the venue answers, as one function from request to response. */
export function createSite(options: SiteOptions): {
  fetch: (request: Request, client: { ip: string }) => Promise<Response>;
  sweep: (now: number) => void;
} {
  const { settings, api, rows, files, watch } = options;
  const site = new Hono<Env>();
  const elsewhere = foreignOrigins(settings.appConfig);
  const reports = new PolicyReports(options.log);
  const startFaults = new StartFaults(options.log);
  watch.follow({ startFaults: () => startFaults.devices });
  const made = new PublicFiles();
  const plain = (kind: "asset" | "api", headers: Record<string, string>) => ({
    ...securityHeaders(kind, settings.publicUrl),
    ...headers,
  });

  for (const row of rows) {
    const { method, path } = row.endpoint;
    site.on(method, path, (c) => watch.call(path, () => api.answer(row, c.req.raw, c.env.ip)));
  }
  let openApi: string | undefined;
  site.get("/api/openapi.json", (c) => {
    const wait = api.countVisitor(c.env.ip);
    if (wait > 0) return api.refuse(c.req.raw, new TooMany(wait));
    openApi ??= JSON.stringify(openApiDocument(settings.version));
    return made.respond(
      c.req.raw,
      openApi,
      plain("api", {
        "Cache-Control": "no-cache",
        "Content-Type": "application/json; charset=utf-8",
      }),
    );
  });
  site.post("/api/csp", async (c) => {
    await reports.take(c.req.raw, c.env.ip, options.clock.now());
    return c.body(null, 204, plain("api", { "Cache-Control": "no-store" }));
  });
  site.post("/api/start-fault", async (c) => {
    await startFaults.take(c.req.raw, c.env.ip, options.clock.now());
    return c.body(null, 204, plain("api", { "Cache-Control": "no-store" }));
  });
  site.all("/api/*", (c) => unmatchedCall(c));

  site.get("/htx/*", async (c) => {
    const wait = api.countVisitor(c.env.ip);
    const noStore = plain("api", { "Cache-Control": "no-store" });
    const htxError = (code: string, message: string) => ({
      ts: options.clock.now(),
      status: "error",
      "err-code": code,
      "err-msg": message,
    });
    const tooMany = (waitSec: number) =>
      c.json(htxError("rate-too-many-requests", "exceeded rate limit"), 429, {
        ...noStore,
        "Retry-After": String(waitSec),
      });
    if (wait > 0) return tooMany(wait);
    const path = c.req.path.slice("/htx".length);
    try {
      const query = new URL(c.req.url).searchParams;
      const body = await options.htxCompatibility.answer(path, query, c.env.ip);
      return body
        ? c.json(body, 200, noStore)
        : c.json(htxError("invalid-parameter", "no such path"), 404, noStore);
    } catch (error) {
      if (error instanceof TooMany) return tooMany(error.waitSec);
      throw error;
    }
  });

  for (const path of ["/healthz", "/readyz"])
    site.get(path, async (c, next) => {
      const wait = api.countVisitor(c.env.ip);
      if (wait > 0) return api.refuse(c.req.raw, new TooMany(wait));
      return (await answerHealth(watch, path, c.env.ip)) ?? next();
    });

  site.use("*", async (c, next) => {
    const wait = api.countFile(c.env.ip);
    if (wait === 0) return next();
    return c.text(
      "Too many requests\n",
      429,
      plain("asset", { "Cache-Control": "no-store", "Retry-After": String(wait) }),
    );
  });
  // A navigation of a form: the page is gone when the browser clears, so its code cannot write again.
  site.post("/forget/:lang{[A-Za-z-]{2,11}}", (c) => {
    const sender = formSender(c.req.raw, settings);
    if (sender === "foreign")
      return c.text("Forbidden\n", 403, plain("asset", { "Cache-Control": "no-store" }));
    // Where the sender is unknown nothing is cleared here; our own page has already cleared what it can.
    const clear = sender === "own" ? { "Clear-Site-Data": '"cache", "cookies", "storage"' } : {};
    return c.html(
      forgottenPage(c.req.param("lang")),
      200,
      plain("asset", {
        "Cache-Control": "no-store",
        "Content-Security-Policy": forgottenPolicy,
        ...clear,
      }),
    );
  });
  site.get("/config.json", (c) => {
    const config = wholeConfig({ base64: settings.base64, ...settings.appConfig });
    return c.json(config, 200, plain("asset", { "Cache-Control": "no-cache" }));
  });
  site.get("/icons/:file{[a-z0-9-]{1,64}\\.json}", async (c) => {
    const list = (c.req.query("icons") ?? "").slice(0, longestIconList);
    const names = list.split(",").filter((name) => name !== "");
    const answer = await options.icons.answer(c.req.param("file").slice(0, -".json".length), names);
    if (!answer) return c.text("Not found\n", 404, plain("asset", { "Cache-Control": "no-cache" }));
    return made.respond(
      c.req.raw,
      JSON.stringify(answer),
      plain("asset", { ...iconHeaders, "Content-Type": "application/json; charset=utf-8" }),
    );
  });
  site.get("/icons/flags/:file{[a-z]{2}\\.svg}", async (c) => {
    const svg = await options.icons.flag(c.req.param("file").slice(0, 2));
    if (svg === undefined)
      return c.text("Not found\n", 404, plain("asset", { "Cache-Control": "no-cache" }));
    // Opened as a document it would belong to our origin.
    const headers = {
      ...iconHeaders,
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    };
    return made.respond(c.req.raw, svg, plain("asset", headers));
  });
  site.get("/sw.js", (_c, next) =>
    files && settings.worker === "off" ? workerOff(settings.publicUrl, elsewhere) : next(),
  );
  site.get("*", async (c) => {
    return files
      ? files.answer(c.req.raw)
      : c.text("Not found\n", 404, plain("asset", { "Cache-Control": "no-cache" }));
  });
  site.notFound((c) =>
    c.text(
      "Method not allowed\n",
      405,
      plain("asset", { Allow: "GET, HEAD", "Cache-Control": "no-cache" }),
    ),
  );
  site.onError((error, c) => {
    options.log("error", "request failed", { path: c.req.path, error });
    return c.text("Internal server error\n", 500, plain("asset", { "Cache-Control": "no-store" }));
  });

  /** A preflight, a known path with another method, or an unknown path. */
  function unmatchedCall(c: Context<Env>): Promise<Response> | Response {
    const methods = rows
      .filter((row) => row.endpoint.path === c.req.path)
      .map((row) => row.endpoint.method);
    if (c.req.method === "OPTIONS" && methods.length > 0) {
      const cors = corsHeaders(c.req.raw, settings);
      return c.body(
        null,
        204,
        plain("api", {
          ...cors,
          ...("Access-Control-Allow-Origin" in cors ? preflightHeaders : {}),
          Allow: methods.join(", "),
        }),
      );
    }
    const wait = api.countVisitor(c.env.ip);
    return api.refuse(
      c.req.raw,
      wait > 0
        ? new TooMany(wait)
        : new TransportRefusal(methods.length > 0 ? 405 : 404, codes.invalidParameters),
    );
  }

  return {
    fetch: async (request, client) => site.fetch(request, client),
    sweep: (now) => {
      reports.sweep(now);
      startFaults.sweep(now);
    },
  };
}
