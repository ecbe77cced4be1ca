import * as v from "valibot";
import { SourceUnavailable } from "../source-unavailable.ts";
import type { RequestBudget, Urgency } from "./request-budget.ts";

const timeoutMs = 5000;
const maxBytes = 8_000_000;
/** How long nothing is asked after "too many requests", where the answer does not say. */
const pauseSec = { usual: 2, max: 60 } as const;

/** The present paths of contracts have a code, all others a status. */
const envelope = v.union([
  v.object({
    status: v.literal("ok"),
    data: v.optional(v.unknown()),
    tick: v.optional(v.unknown()),
  }),
  v.object({ code: v.literal(200), data: v.unknown(), tick: v.optional(v.unknown()) }),
]);

/** Reads HTX's public REST bodies within the budget. The first host that answers is kept. */
export class HtxRest {
  readonly #fetch: typeof fetch;
  readonly #budget: RequestBudget;
  readonly #hosts: readonly string[];
  #host = 0;

  constructor(hosts: readonly string[], budget: RequestBudget, fetcher: typeof fetch) {
    this.#hosts = hosts;
    this.#budget = budget;
    this.#fetch = fetcher;
  }

  /**
   * The body's `data`, or its `tick` where that is what it has.
   * @throws SourceUnavailable where no host answers, or the answer is an error or not of the shape
   */
  async get<Shape extends v.GenericSchema>(
    path: string,
    query: Record<string, string | number>,
    shape: Shape,
    urgency: Urgency = "asked",
  ): Promise<v.InferOutput<Shape>> {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    let cause: unknown;
    for (let attempt = 0; attempt < this.#hosts.length; attempt++) {
      await this.#budget.turn(urgency);
      try {
        const body = v.parse(
          envelope,
          JSON.parse(await this.#text(`${this.#hosts[this.#host]}${path}?${search}`)),
        );
        return v.parse(shape, body.data ?? body.tick);
      } catch (error) {
        cause = error;
        this.#host = (this.#host + 1) % this.#hosts.length;
      }
    }
    throw new SourceUnavailable(`HTX did not answer ${path}`, { cause });
  }

  async #text(url: string): Promise<string> {
    const response = await this.#fetch(url, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 429) this.#budget.pause(pauseMs(response.headers.get("retry-after")));
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) throw new Error("answer too large");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  }
}

function pauseMs(retryAfter: string | null): number {
  const seconds =
    retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : pauseSec.usual;
  return Math.min(pauseSec.max, seconds) * 1000;
}
