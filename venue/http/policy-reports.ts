import { addressGroup } from "../lib/address-group.ts";
import type { Log } from "../store/store.ts";
import { parseStrictJson } from "#protocol/wire/strict-json.ts";
import { readBody } from "./read-body.ts";
import { TokenBuckets } from "./token-buckets.ts";

const maxBytes = 16_384;
const facts = [
  "blocked-uri",
  "blockedURL",
  "violated-directive",
  "effectiveDirective",
  "document-uri",
  "documentURL",
  "disposition",
  "line-number",
  "lineNumber",
];

/** Takes the browser's reports of blocked content; a few a minute from each address reach the log. */
export class PolicyReports {
  private readonly log: Log;
  private readonly buckets = new TokenBuckets(0.1, 5);

  constructor(log: Log) {
    this.log = log;
  }

  async take(request: Request, ip: string, now: number): Promise<void> {
    if (this.buckets.take(addressGroup(ip), now) > 0) return;
    const body = await readBody(request, maxBytes);
    if (!("text" in body)) return;
    const parsed = parseStrictJson(body.text);
    for (const report of (Array.isArray(parsed) ? parsed : [parsed]).slice(0, 3)) {
      const known = factsOf(report);
      if (known) this.log("warn", "content policy report", known);
    }
  }

  sweep(now: number): void {
    this.buckets.sweep(now);
  }
}

/** Addresses lose their query, which may contain private data. */
function factsOf(report: unknown): Record<string, string> | undefined {
  const inner = fieldOf(report, "csp-report") ?? fieldOf(report, "body");
  if (inner === undefined) return undefined;
  const entries = facts.flatMap((name) => {
    const value = fieldOf(inner, name);
    return typeof value === "string" || typeof value === "number"
      ? [[name, String(value).split(/[?#]/)[0]?.slice(0, 200) ?? ""]]
      : [];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
