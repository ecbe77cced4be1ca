/** Seconds contracts without a database, an engine or a decimal library: what the venue is held against. */

export interface PlainOrder {
  user: number;
  up: boolean;
  /** Seconds. */
  time: number;
  stake: bigint;
  /** Unix ms. */
  accepted: number;
  t0: number;
  t1: number;
  /** Thousandths, as entry and exit of a market with two decimals are; null where samples are missing. */
  entry?: number | null | undefined;
  exit?: number | null | undefined;
  result?: "win" | "lose" | "draw" | "void";
  payout?: bigint;
  settled?: number;
}

interface Bound {
  daily: bigint | null;
  stake: bigint | null;
  pace: number | null;
}

interface Person {
  money: bigint;
  holds: Bound;
  waits: { wanted: Bound; from: number } | null;
  coolOff: number;
}

const hour = 3_600_000;
const unit = 100_000_000n;

export class PlainSeconds {
  readonly orders: PlainOrder[] = [];
  readonly people = new Map<number, Person>();
  pool = 0n;

  fund(user: number, money: bigint): void {
    this.people.set(user, {
      money,
      holds: { daily: null, stake: null, pace: null },
      waits: null,
      coolOff: 0,
    });
  }

  person(user: number, now: number): Person {
    const person = this.people.get(user);
    if (!person) throw new Error(`no user ${user}`);
    if (person.waits && person.waits.from <= now) {
      person.holds = person.waits.wanted;
      person.waits = null;
    }
    return person;
  }

  /** The first reason against it, or that it was taken in. */
  place(
    user: number,
    { up, time, stake, isFresh }: { up: boolean; time: number; stake: bigint; isFresh: boolean },
    now: number,
  ): string {
    const person = this.person(user, now);
    const { daily, stake: most, pace } = person.holds;
    const own = this.orders.filter((order) => order.user === user);
    const running = own.filter((order) => order.result === undefined);
    const staked = running.reduce((sum, order) => sum + order.stake, 0n);
    const day = (ms: number) => Math.floor((ms / hour + 8) / 24);
    const lost = own
      .filter((order) => order.settled !== undefined && day(order.settled) === day(now))
      .reduce((sum, order) => sum + order.stake - (order.payout ?? 0n), 0n);
    if (stake < 10n * unit) return "300021";
    if (stake > 1000n * unit) return "100005";
    if (!isFresh) return "stale";
    if (person.coolOff > now) return "cool_off";
    if (most !== null && stake > most) return "stake";
    if (pace !== null && own.filter((order) => order.accepted > now - hour).length >= pace)
      return "pace";
    if (daily !== null && (lost > 0n ? lost : 0n) + staked + stake > daily) return "daily_loss";
    if (staked + stake > 5000n * unit) return "at_stake";
    if (running.length >= 20) return "running";
    if (stake > person.money) return "300008";
    person.money -= stake;
    const t0 = Math.ceil(now / 1000) * 1000 + 5000;
    this.orders.push({ user, up, time, stake, accepted: now, t0, t1: t0 + time * 1000 });
    return "taken";
  }

  change(user: number, wanted: Bound, now: number): void {
    const person = this.person(user, now);
    const least = <T extends bigint | number>(a: T | null, b: T | null) =>
      a === null ? b : b === null ? a : a < b ? a : b;
    const { holds } = person;
    person.holds = {
      daily: least(holds.daily, wanted.daily),
      stake: least(holds.stake, wanted.stake),
      pace: least(holds.pace, wanted.pace),
    };
    const isSame =
      person.holds.daily === wanted.daily &&
      person.holds.stake === wanted.stake &&
      person.holds.pace === wanted.pace;
    person.waits = isSame ? null : { wanted, from: now + 24 * hour };
  }

  coolOff(user: number, hours: number, now: number): void {
    const person = this.person(user, now);
    person.coolOff = Math.max(person.coolOff, now + hours * hour);
  }

  /** @param index of a second (Unix s), in ten-thousandths */
  tick(now: number, index: (second: number) => number | undefined): void {
    for (const order of this.orders) {
      if (order.result !== undefined) continue;
      if (order.entry === undefined) order.entry = priceAt(order.t0, now, index);
      if (order.entry === undefined) continue;
      if (order.entry !== null) order.exit = priceAt(order.t1, now, index);
      if (order.entry !== null && order.exit === undefined) continue;
      this.settle(order, now);
    }
  }

  private settle(order: PlainOrder, now: number): void {
    const { entry, exit, up, stake } = order;
    if (typeof entry !== "number" || typeof exit !== "number") order.result = "void";
    else if (entry === exit) order.result = "draw";
    else order.result = exit > entry === up ? "win" : "lose";
    order.payout =
      order.result === "win" ? stake + (stake * 95n) / 100n : order.result === "lose" ? 0n : stake;
    order.settled = now;
    this.pool += stake - order.payout;
    this.person(order.user, now).money += order.payout;
  }
}

/** Undefined while it cannot be said, null where it never can. */
function priceAt(
  moment: number,
  now: number,
  index: (second: number) => number | undefined,
): number | null | undefined {
  const late = now - moment;
  if (late < 0) return undefined;
  const there = [4, 3, 2, 1, 0].flatMap((back) => index(moment / 1000 - back) ?? []);
  const missing = 5 - there.length;
  if (missing === 1 ? late < 5000 : missing > 1 && late < 60_000) return undefined;
  if (missing > 1) return null;
  const sum = there.reduce((all, one) => all + one, 0) - Math.max(...there) - Math.min(...there);
  // Ten-thousandths to thousandths, half up.
  return Math.floor(sum / (there.length - 2) / 10 + 0.5 + 1e-9);
}
