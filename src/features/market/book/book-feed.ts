import { BookLevels, readIncrement, type BookIncrement } from "./book-levels.ts";

const checkMs = 1000;
const retryMs = { first: 500, max: 15_000 } as const;
/** Increments may wait for an earlier one: at most this many, and for at most this many snapshots. */
const maxWaiting = 64;
const maxSnapshots = 3;
/** So many increments of earlier versions mean that the venue restarted its version count. */
const maxOutdated = 3;
/** The feed stays alive for a moment without listeners, so a change of tabs needs no new snapshot. */
const lingerMs = 1000;

export interface BookSources {
  /** Subscribes to the stream's increments, each with the venue's time. Returns a function that unsubscribes. */
  subscribe: (listener: (tick: unknown, ts: number) => void) => () => void;
  /** Calls `listener` when the stream starts or stops delivering. Returns a function that unsubscribes. */
  subscribeStreaming: (listener: () => void) => () => void;
  /** Reads the whole book. */
  read: () => Promise<unknown>;
  /** Runs a task in one of the page's next frames. */
  nextFrame: (task: () => void) => void;
  now: () => number;
  hidden: () => boolean;
  /** How long the stream may be silent about the book before a snapshot is read, ms. */
  quietMs: () => number;
}

/** What a screen shows of the book. */
export interface BookView {
  /** The last book built without a gap. */
  book: BookLevels | undefined;
  /** Increments after `book` are missing: a new snapshot is on its way. */
  hasGap: boolean;
  /** Why there is no book; null while there is one. */
  error: unknown;
  reading: boolean;
}

/**
 * The order book of one symbol, updated by increments. Each increment names the version it starts from. An
 * increment from a later version waits for the missing ones while a snapshot is read, so a book with a gap is
 * never shown. While the stream is silent the book is polled.
 */
export class BookFeed {
  readonly #sources: BookSources;
  readonly #listeners = new Set<() => void>();
  /** By the version they start from. */
  readonly #waiting = new Map<
    number,
    { increment: BookIncrement; ts: number; snapshots: number }
  >();
  #view: BookView = { book: undefined, hasGap: true, error: null, reading: false };
  #book: BookLevels | undefined;
  #hasGap = true;
  #error: unknown = null;
  #reading = false;
  #outdatedIncrements = 0;
  #readWasOutdated = false;
  #failures = 0;
  #updatedAt = 0;
  #notBefore = 0;
  #awaitsFrame = false;
  #unsubscribe: (() => void) | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(sources: BookSources) {
    this.#sources = sources;
  }

  /** The same object until listeners are called. */
  get view(): BookView {
    return this.#view;
  }

  get inUse(): boolean {
    return this.#unsubscribe !== undefined;
  }

  /** Calls `listener` after changes, at most once a frame. The feed runs while it has listeners. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    clearTimeout(this.#lingering);
    if (!this.#unsubscribe) {
      this.#unsubscribe = this.#start();
      void this.#read();
    }
    return () => {
      this.#listeners.delete(listener);
      clearTimeout(this.#lingering);
      if (this.#listeners.size === 0) this.#lingering = setTimeout(() => this.#stop(), lingerMs);
    };
  };

  /** Reads the book now, without waiting for the back-off. */
  retry = (): void => {
    this.#notBefore = 0;
    void this.#read();
  };

  #start(): () => void {
    this.#hasGap = true;
    const timer = setInterval(() => this.#check(), checkMs);
    const stops = [
      this.#sources.subscribe((tick, ts) => this.#receive(tick, ts)),
      this.#sources.subscribeStreaming(() => {
        this.#notBefore = 0;
        this.#check();
      }),
    ];
    return () => {
      clearInterval(timer);
      stops.forEach((stop) => stop());
    };
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#waiting.clear();
    this.#hasGap = true;
    this.#notify();
  }

  #check(): void {
    if (this.#sources.hidden()) return;
    if (this.#hasGap || this.#sources.now() - this.#updatedAt >= this.#sources.quietMs())
      void this.#read();
  }

  #receive(tick: unknown, ts: number): void {
    const increment = readIncrement(tick);
    if (!increment) return this.#discard();
    if (this.#book && increment.seqNum <= this.#book.version) {
      // A duplicate or late increment. After a restart of the version count all are like this.
      if (++this.#outdatedIncrements >= maxOutdated) this.#discard();
      return;
    }
    this.#outdatedIncrements = 0;
    if (this.#waiting.size >= maxWaiting) this.#waiting.clear();
    this.#waiting.set(increment.prevSeqNum, { increment, ts, snapshots: 0 });
    this.#applyWaiting();
  }

  /** Applies the waiting increments that continue the book. Any that remain mean that there is a gap. */
  #applyWaiting(): void {
    let book = this.#book;
    if (!book) return;
    for (let next = this.#waiting.get(book.version); next; next = this.#waiting.get(book.version)) {
      const after: BookLevels | undefined = book.after(next.increment, next.ts);
      if (!after) return this.#discard();
      book = after;
    }
    for (const [from, { increment }] of this.#waiting)
      if (increment.seqNum <= book.version) this.#waiting.delete(from);
    if (book !== this.#book) this.#updatedAt = this.#sources.now();
    this.#book = book;
    this.#hasGap = this.#waiting.size > 0;
    this.#notify();
    if (this.#hasGap) void this.#read();
  }

  /** Discards all increments received so far, because one of them is invalid, and reads a snapshot. */
  #discard(): void {
    this.#waiting.clear();
    this.#outdatedIncrements = 0;
    this.#hasGap = true;
    this.#notify();
    void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#reading || !this.#unsubscribe || this.#sources.now() < this.#notBefore) return;
    this.#reading = true;
    this.#notify();
    try {
      const book = BookLevels.of(await this.#sources.read());
      if (!book) throw new Error("invalid order book");
      this.#take(book);
    } catch (error) {
      // The last book stays on screen and its age grows; the next check reads again.
      this.#error = error;
      this.#backOff();
    } finally {
      this.#reading = false;
      this.#notify();
    }
  }

  #backOff(): void {
    this.#notBefore =
      this.#sources.now() + Math.min(retryMs.max, retryMs.first * 2 ** this.#failures++);
  }

  #take(read: BookLevels): void {
    // A late answer must not undo the stream. A second older answer means a restart of the version count.
    const older = this.#book !== undefined && read.version < this.#book.version;
    if (older && !this.#readWasOutdated) {
      this.#readWasOutdated = true;
      return this.#backOff();
    }
    this.#readWasOutdated = false;
    this.#failures = 0;
    this.#error = null;
    this.#updatedAt = this.#sources.now();
    this.#notBefore = this.#updatedAt + retryMs.first;
    this.#hasGap = false;
    if (older) this.#waiting.clear();
    // An increment that no snapshot reaches does not belong to this book.
    for (const [from, entry] of this.#waiting)
      if (++entry.snapshots > maxSnapshots) this.#waiting.delete(from);
    this.#book = this.#book?.version === read.version ? read.seenAt(this.#book.ts) : read;
    this.#applyWaiting();
  }

  #notify(): void {
    if (this.#awaitsFrame) return;
    this.#awaitsFrame = true;
    this.#sources.nextFrame(() => {
      this.#awaitsFrame = false;
      const view = {
        book: this.#book,
        hasGap: this.#hasGap,
        error: this.#book ? null : this.#error,
        reading: this.#reading,
      };
      const last = this.#view;
      if (
        last.book === view.book &&
        last.hasGap === view.hasGap &&
        last.error === view.error &&
        last.reading === view.reading
      )
        return;
      this.#view = view;
      for (const listener of this.#listeners) listener();
    });
  }
}
