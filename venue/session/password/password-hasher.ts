import { argon2, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "../../lib/clock.ts";
import { type Refusal, TooMany } from "../../store/refusal.ts";

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

/** What waits for its turn, and for whom. */
interface Waiting {
  from: string;
  go: () => void;
  refuse: (why: Refusal) => void;
}

/** A refused hash may be asked for again after this. */
const refusedWaitSec = 5;

/**
 * argon2id in PHC form. Hashing is the heaviest thing a stranger may ask for: `pool` run at once and `queue` wait.
 * Those who ask take turns, so that one that asks for many does not keep the others waiting; where the queue is
 * full, the one with the most in it loses its newest.
 */
export class PasswordHasher {
  private readonly cost: HashCost;
  private readonly pool: number;
  private readonly queue: number;
  private readonly random: RandomBytes;
  private readonly waiting: Waiting[] = [];
  /** Who had a turn, the one whose turn is longest ago first. */
  private readonly served = new Set<string>();
  private running = 0;

  constructor(options: { cost: HashCost; pool: number; queue: number; random: RandomBytes }) {
    this.cost = options.cost;
    this.pool = options.pool;
    this.queue = options.queue;
    this.random = options.random;
  }

  /**
   * @param from who asks, as limits count it: an address, or a user who is logged in; empty for the venue itself
   * @throws TooMany where too many hashes wait
   */
  async hash(password: string, from = ""): Promise<string> {
    const salt = Buffer.from(this.random(16));
    const tag = await this.derive(password, { salt, cost: this.cost, from });
    return `$argon2id$v=19$m=${this.cost.memoryKiB},t=${this.cost.passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
  }

  /**
   * Without a hash (an unknown account) it takes as long as with one, and answers false.
   * @throws TooMany where too many hashes wait
   */
  async verify(password: string, hash: string | undefined, from = ""): Promise<boolean> {
    const parsed = hash === undefined ? undefined : parse(hash);
    if (hash !== undefined && !parsed) throw new Error("a stored password hash cannot be read");
    const tag = await this.derive(password, {
      salt: parsed?.salt ?? Buffer.alloc(16),
      cost: parsed ?? this.cost,
      from,
    });
    return parsed !== undefined && timingSafeEqual(tag, parsed.tag);
  }

  /** Whether the hash has another cost than today's, so that the next login replaces it. */
  isOutdated(hash: string): boolean {
    const parsed = parse(hash);
    return parsed?.memoryKiB !== this.cost.memoryKiB || parsed.passes !== this.cost.passes;
  }

  private async derive(
    password: string,
    { salt, cost, from }: { salt: Buffer; cost: HashCost; from: string },
  ): Promise<Buffer> {
    await this.enter(from);
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

  private async enter(from: string): Promise<void> {
    if (this.running < this.pool) {
      this.running += 1;
      return;
    }
    await new Promise<void>((go, refuse) => {
      this.waiting.push({ from, go, refuse });
      if (this.waiting.length > this.queue) this.drop();
    });
  }

  /** Hands the place directly to the next one: the oldest of whom the last turn is longest ago. */
  private leave(): void {
    const ofNew = this.waiting.findIndex(({ from }) => !this.served.has(from));
    const last = [...this.served].find((one) => this.waiting.some(({ from }) => from === one));
    const at = ofNew === -1 ? this.waiting.findIndex(({ from }) => from === last) : ofNew;
    const [next] = at === -1 ? [] : this.waiting.splice(at, 1);
    if (!next) {
      this.running -= 1;
      this.served.clear();
      return;
    }
    this.served.delete(next.from);
    this.served.add(next.from);
    next.go();
  }

  /** Refuses the newest of whom the queue has the most of. */
  private drop(): void {
    const sizes = Map.groupBy(this.waiting, ({ from }) => from);
    const most = Math.max(...[...sizes.values()].map((all) => all.length));
    const at = this.waiting.findLastIndex(({ from }) => sizes.get(from)?.length === most);
    const [dropped] = this.waiting.splice(at, 1);
    dropped?.refuse(new TooMany(refusedWaitSec));
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
