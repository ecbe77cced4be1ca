import { formatCompact } from "../../../lib/format.ts";
import { type FrameClock, pageClock } from "../../../lib/live-frame.ts";
import { isCalm } from "../../../lib/when-idle.ts";
import { marketStore } from "../feed/market-store.ts";
import { watchNear } from "./near-view.ts";
import { type FigurePlaces, mark, put, writeFigures } from "./write-figures.ts";

/** The elements that show a row's figures; null where one is not drawn. */
interface RowPlaces extends FigurePlaces {
  volume: HTMLElement | null;
}

interface FigureForm {
  /** Decimals of the price; undefined where the symbol's rules are not known. */
  decimals: number | undefined;
  locale: string;
  formatVolume: (volume: string) => string;
}

/**
 * Writes a market's changing figures into their elements without React: a list gets thousands of ticks a
 * second, and each changes a few characters. A row that is far from sight is written rarely, and as it comes near. The
 * price shows the colour of its change for a moment. Returns a function that stops the updates.
 */
export function followFigures(
  symbol: string,
  places: RowPlaces,
  { decimals, locale, formatVolume }: FigureForm,
): () => void {
  const { price, volume } = places;
  let shown = marketStore.ticker(symbol);
  let shortVolume = "";
  let isNear = true;
  let writtenAt = 0;

  const write = () => {
    writeFigures(shown, places, decimals, locale);
    const short = shown ? formatCompact(shown.vol, locale) : "";
    if (short === shortVolume) return;
    shortVolume = short;
    put(volume, formatVolume(short));
  };

  const update = () => {
    const now = pageClock.now();
    if (!isNear && now - writtenAt < farRestMs) return;
    writtenAt = now;
    const before = shown;
    shown = marketStore.ticker(symbol);
    if (shown === before) return;
    write();
    if (!before || !shown || before.close === shown.close) return;
    if (price) rowTints.begin(price, shown.close > before.close ? "up" : "down");
  };

  write();
  const unsubscribe = marketStore.subscribeSymbol(symbol, () => rowWriteQueue.ask(update));
  const stopWatching =
    price &&
    watchNear(price, (near) => {
      isNear = near;
      update();
    });

  return () => {
    unsubscribe();
    stopWatching?.();
    rowWriteQueue.drop(update);
    if (price) rowTints.end(price);
  };
}

/** The shortest pause between two writes of a row that is far from sight, where only a screen reader may read it, ms. */
const farRestMs = 10_000;
/** So long a price has the colour of its change at least, ms. */
const tintMs = 450;
/** And at most, where nothing else changes meanwhile: longer than the second in which a market usually moves again. */
const longestTintMs = 1200;

/**
 * The colours of prices that have moved. They end as others begin, in the same frame: a frame of their own costs a
 * phone almost as much as one for all rows.
 */
export class RowTints {
  readonly #clock: Omit<FrameClock, "nextFrame">;
  /** When each was tinted, the longest ago first. */
  readonly #since = new Map<HTMLElement, number>();
  #isScheduled = false;

  constructor(clock: Omit<FrameClock, "nextFrame">) {
    this.#clock = clock;
  }

  begin(price: HTMLElement, direction: "up" | "down"): void {
    mark(price, "moved", direction);
    this.#since.delete(price);
    this.#since.set(price, this.#clock.now());
    this.#endOld();
    this.#schedule();
  }

  #endOld(): void {
    const now = this.#clock.now();
    for (const [price, since] of this.#since) {
      if (now - since < tintMs) return;
      this.end(price);
    }
  }

  end(price: HTMLElement): void {
    this.#since.delete(price);
    delete price.dataset["moved"];
  }

  #schedule(): void {
    const [oldest] = this.#since;
    if (this.#isScheduled || !oldest) return;
    this.#isScheduled = true;
    const [price, since] = oldest;
    this.#clock.after(since + longestTintMs - this.#clock.now(), () => {
      this.#isScheduled = false;
      // Where that one is over by now, a younger one waits for others.
      if (this.#since.get(price) === since) this.#endOld();
      this.#schedule();
    });
  }
}

/** Rows written per frame under a finger: a phone can lay out and paint this many without missing the next frame. */
const rowsPerFrame = 6;
/** The shortest pause between two writes of one row: nobody reads more than four figures a second. */
const restMs = 250;

/**
 * Writes a list's rows in rounds. A batch of ticks changes every visible row. While somebody scrolls, a round takes
 * several frames, since all rows at once take longer than one; at rest it takes a single one, since each costs a phone
 * almost as much for a few rows as for all. The next round waits. A row that changes again before its write is written
 * once, with its latest figures. After a pause the first change is written at once, in the frame that brings it.
 */
export class RowWriteQueue {
  readonly #clock: FrameClock;
  readonly #isAtRest: () => boolean;
  readonly #waiting = new Set<() => void>();
  #round: (() => void)[] = [];
  #roundStartedAt = Number.NEGATIVE_INFINITY;
  #isScheduled = false;

  /** @param isAtRest whether nobody scrolls or touches */
  constructor(clock: FrameClock, isAtRest: () => boolean) {
    this.#clock = clock;
    this.#isAtRest = isAtRest;
  }

  ask(write: () => void): void {
    this.#waiting.add(write);
    this.#schedule();
  }

  /** Cancels the write of a row that is removed. */
  drop(write: () => void): void {
    this.#waiting.delete(write);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    const rest = this.#round.length > 0 ? 0 : this.#roundStartedAt + restMs - this.#clock.now();
    if (rest > 0) this.#clock.after(rest, () => this.#clock.nextFrame(() => this.#write()));
    // Changes are reported within a frame, one after another: written after the last of them, it is the same frame.
    else if (this.#isAtRest()) queueMicrotask(() => this.#write());
    else this.#clock.nextFrame(() => this.#write());
  }

  #write(): void {
    this.#isScheduled = false;
    if (this.#round.length === 0) {
      this.#round = [...this.#waiting];
      this.#roundStartedAt = this.#clock.now();
    }
    for (const write of this.#round.splice(0, this.#isAtRest() ? Infinity : rowsPerFrame))
      if (this.#waiting.delete(write)) write();
    this.#schedule();
  }
}

/** The queue of this page. */
const rowWriteQueue = new RowWriteQueue(pageClock, isCalm);
const rowTints = new RowTints(pageClock);
