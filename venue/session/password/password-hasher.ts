import { argon2, timingSafeEqual } from "node:crypto";
import * as codes from "#protocol/wire/error-codes.ts";
import type { RandomBytes } from "../../lib/clock.ts";
import { Refusal } from "../../store/refusal.ts";

export interface HashCost {
  memoryKiB: number;
  passes: number;
}

interface Parsed extends HashCost {
  salt: Buffer;
  tag: Buffer;
}

const tagLength = 32;
const phc =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/**
 * argon2id in PHC form. Hashing is the heaviest thing a stranger may ask for: `pool` run at once,
 * `queue` wait, more are refused with busy.
 */
export class PasswordHasher {
  private readonly cost: HashCost;
  private readonly pool: number;
  private readonly queue: number;
  private readonly random: RandomBytes;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(options: { cost: HashCost; pool: number; queue: number; random: RandomBytes }) {
    this.cost = options.cost;
    this.pool = options.pool;
    this.queue = options.queue;
    this.random = options.random;
  }

  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.random(16));
    const tag = await this.derive(password, salt, this.cost);
    return `$argon2id$v=19$m=${this.cost.memoryKiB},t=${this.cost.passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
  }

  /** Without a hash (an unknown account) it takes as long as with one, and answers false. */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const parsed = hash === undefined ? undefined : parse(hash);
    if (hash !== undefined && !parsed) throw new Error("a stored password hash cannot be read");
    const tag = await this.derive(password, parsed?.salt ?? Buffer.alloc(16), parsed ?? this.cost);
    return parsed !== undefined && timingSafeEqual(tag, parsed.tag);
  }

  /** Whether the hash has another cost than today's, so that the next login replaces it. */
  isOutdated(hash: string): boolean {
    const parsed = parse(hash);
    return parsed?.memoryKiB !== this.cost.memoryKiB || parsed.passes !== this.cost.passes;
  }

  private async derive(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
    await this.enter();
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        const parameters = {
          message: password,
          nonce: salt,
          parallelism: 1,
          tagLength,
          memory: cost.memoryKiB,
          passes: cost.passes,
        };
        argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
      });
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.pool) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.queue) throw new Refusal(codes.busy);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Hands the place directly to the next in the queue. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

function parse(hash: string): Parsed | undefined {
  const [, memory, passes, salt, tag] = phc.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
