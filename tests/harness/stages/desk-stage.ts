import { expect } from "vitest";
import { type Envelope, isEnvelope } from "#protocol/wire/envelope.ts";
import type { DataOf, Endpoint, RequestOf } from "#protocol/api/endpoint.ts";
import { operatorEndpoints } from "#protocol/api/operator.ts";
import { totpCode, totpStep } from "../../../venue/session/second-factor/totp.ts";
import { type StartOptions, startVenue, type TestVenue } from "../venue/memory-venue.ts";
import { operate } from "../venue/operate.ts";

export const desk = "http://localhost:4171";

export interface Credentials {
  name: string;
  password: string;
  secret: Buffer;
}

/** A venue with its desk, its command line, and operators made by it. */
export async function openDeskStage(options: StartOptions = {}) {
  const venue = await startVenue(options);
  return new DeskStage(venue);
}

export class DeskStage {
  readonly venue: TestVenue;
  /** Each call has a chance of its own: operators must not get the same password. */
  private operated = 0;

  constructor(venue: TestVenue) {
    this.venue = venue;
  }

  /** The command line on the venue's own database; the exit code and what it said. */
  async operate(...args: string[]): Promise<{ code: number; said: string[] }> {
    const { code, lines, faults } = await operate(this.venue, args, {
      seed: `desk ${(this.operated += 1)}`,
    });
    return { code, said: [...lines, ...faults] };
  }

  /** What `add` or `reset` printed. */
  async credentials(
    command: "add" | "reset",
    name: string,
    ...more: string[]
  ): Promise<Credentials> {
    const { said } = await this.operate(command, name, ...more);
    const after = (word: string) =>
      said
        .find((line) => line.trim().startsWith(word))
        ?.trim()
        .slice(word.length)
        .trim() ?? "";
    return {
      name,
      password: after("password"),
      secret: fromBase32(after("authenticator").replaceAll(" ", "")),
    };
  }

  code({ secret }: Credentials, off = 0): string {
    return totpCode(secret, totpStep(this.venue.now()) + off);
  }

  /** An operator with a password of their own, logged in. */
  async operator(name: string, ...more: string[]): Promise<DeskClient> {
    const printed = await this.credentials("add", name, ...more);
    const first = await this.logIn(printed);
    const password = `${name} has a password of their own`;
    await first.ask(operatorEndpoints.setPass, { old_password: printed.password, password });
    return new DeskClient(this, first.token, { ...printed, password });
  }

  async logIn(given: Credentials, totp = this.code(given)): Promise<DeskClient> {
    const { token } = await new DeskClient(this, null).ask(operatorEndpoints.login, {
      account: given.name,
      password: given.password,
      totp,
    });
    return new DeskClient(this, token, given);
  }

  visitor(): DeskClient {
    return new DeskClient(this, null);
  }

  fetch(path: string, init: RequestInit = {}, origin = desk): Promise<Response> {
    return this.venue.venue.deskFetch(new Request(origin + path, init), { ip: "127.0.0.1" });
  }

  /** What stands last in the operators' log. */
  async lastAct(): Promise<
    | { event: string; outcome: string; user_id: number | null; facts: Record<string, unknown> }
    | undefined
  > {
    const row = await this.venue.store.read((db) =>
      db.selectFrom("operator_log").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst(),
    );
    return (
      row && {
        event: row.event,
        outcome: row.outcome,
        user_id: row.user_id,
        facts: JSON.parse(row.facts) as Record<string, unknown>,
      }
    );
  }

  async expectSound(): Promise<void> {
    const { code, said } = await this.operate("verify");
    expect([code, said.filter((line) => line.startsWith("BROKEN"))]).toEqual([0, []]);
  }
}

export class DeskClient {
  readonly token: string | null;
  readonly credentials: Credentials | undefined;
  private readonly stage: DeskStage;

  constructor(stage: DeskStage, token: string | null, credentials?: Credentials) {
    this.stage = stage;
    this.token = token;
    this.credentials = credentials;
  }

  async ask<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<DataOf<E>> {
    const answer = await this.tell(endpoint, request);
    if (answer.status !== 0)
      throw new Error(`${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  async tell<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    headers: Record<string, string> = {},
  ): Promise<Envelope & { http: number }> {
    return this.send(endpoint, request as Record<string, unknown>, headers);
  }

  async send(
    { method, path }: Pick<Endpoint, "method" | "path">,
    request: Record<string, unknown>,
    headers: Record<string, string> = {},
    origin = desk,
  ): Promise<Envelope & { http: number }> {
    const all = {
      ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
      ...headers,
    };
    const query = new URLSearchParams(
      Object.entries(request).map(([key, value]) => [key, String(value)]),
    );
    const response =
      method === "GET"
        ? await this.stage.fetch(`${path}?${query}`, { headers: all }, origin)
        : await this.stage.fetch(
            path,
            {
              method,
              headers: { "content-type": "application/json", ...all },
              body: JSON.stringify(request),
            },
            origin,
          );
    const value: unknown = await response.json();
    if (!isEnvelope(value)) throw new Error("no envelope");
    return { ...value, http: response.status };
  }
}

function fromBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = text
    .split("")
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
