import { BookLevels, readIncrement, type BookIncrement } from "./book-levels.ts";

const checkMs = 1000;
const retryMs = { first: 500, max: 15_000 } as const;
/** Increments that wait for the one before them, and the snapshots after which they wait no more. */
const mostWaiting = 64;
const mostSnapshots = 3;
/** So many words of versions gone by mean that the venue counts anew. */
const mostOld = 3;
/** A tab that is changed for another of the same book must not cost a snapshot. */
const lingerMs = 1000;

export interface BookSources {
  /** The stream's increments, with the venue's time of each; answers the way to stop. */
  subscribe: (listener: (tick: unknown, ts: number) => void) => () => void;
  /** Called when the stream opens or goes; answers the way to stop. */
  subscribeStreaming: (listener: () => void) => () => void;
  /** Reads the whole book. */
  read: () => Promise<unknown>;
  /** Runs a task before the next frame is drawn. */
  nextFrame: (task: () => void) => void;
  now: () => number;
  hidden: () => boolean;
  /** How long the stream may say nothing of the book before it is asked for. */
  quietMs: () => number;
}

/** What there is to show. */
export interface BookView {
  /** The last book known to be right. */
  book: BookLevels | undefined;
  /** Words are missing since `book`: it was right, and is being renewed. */
  healing: boolean;
  /** Why there is no book. */
  error: unknown;
  reading: boolean;
}

/**
 * The order book of one symbol, kept up by increments. Each names the version it begins at; one that does
 * not begin where the book stands waits for those before it, while a snapshot is read. No book is shown
 * that was not built without a gap. Asked for by itself while the stream says nothing.
 */
export class BookFeed {
  readonly #sources: BookSources;
  readonly #listeners = new Set<() => void>();
  /** By the version they begin at. */
  readonly #waiting = new Map<
    number,
    { increment: BookIncrement; ts: number; snapshots: number }
  >();
  #view: BookView = { book: undefined, healing: true, error: null, reading: false };
  #book: BookLevels | undefined;
  #broken = true;
  #error: unknown = null;
  #reading = false;
  #oldHeard = 0;
  #oldRead = false;
  #failures = 0;
  #heardAt = 0;
  #notBefore = 0;
  #awaitsFrame = false;
  #leave: (() => void) | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(sources: BookSources) {
    this.#sources = sources;
  }

  /** The same object until listeners are told. */
  get view(): BookView {
    return this.#view;
  }

  get inUse(): boolean {
    return this.#leave !== undefined;
  }

  /** Called once a frame at most after changes; the feed lives while there are listeners. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    clearTimeout(this.#lingering);
    if (!this.#leave) {
      this.#leave = this.#begin();
      void this.#read();
    }
    return () => {
      this.#listeners.delete(listener);
      clearTimeout(this.#lingering);
      if (this.#listeners.size === 0) this.#lingering = setTimeout(() => this.#end(), lingerMs);
    };
  };

  /** Reads the book at once, whatever was agreed on waiting. */
  retry = (): void => {
    this.#notBefore = 0;
    void this.#read();
  };

  #begin(): () => void {
    this.#broken = true;
    const timer = setInterval(() => this.#check(), checkMs);
    const stops = [
      this.#sources.subscribe((tick, ts) => this.#hear(tick, ts)),
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

  #end(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#waiting.clear();
    this.#broken = true;
    this.#tell();
  }

  #check(): void {
    if (this.#sources.hidden()) return;
    if (this.#broken || this.#sources.now() - this.#heardAt >= this.#sources.quietMs())
      void this.#read();
  }

  #hear(tick: unknown, ts: number): void {
    const increment = readIncrement(tick);
    if (!increment) return this.#lose();
    if (this.#book && increment.seqNum <= this.#book.version) {
      // Told twice or late. A venue that began to count anew tells only such.
      if (++this.#oldHeard >= mostOld) this.#lose();
      return;
    }
    this.#oldHeard = 0;
    if (this.#waiting.size >= mostWaiting) this.#waiting.clear();
    this.#waiting.set(increment.prevSeqNum, { increment, ts, snapshots: 0 });
    this.#join();
  }

  /** Takes in what begins where the book stands; what is left over shows a gap. */
  #join(): void {
    let book = this.#book;
    if (!book) return;
    for (let next = this.#waiting.get(book.version); next; next = this.#waiting.get(book.version)) {
      const after: BookLevels | undefined = book.after(next.increment, next.ts);
      if (!after) return this.#lose();
      book = after;
    }
    for (const [from, { increment }] of this.#waiting)
      if (increment.seqNum <= book.version) this.#waiting.delete(from);
    if (book !== this.#book) this.#heardAt = this.#sources.now();
    this.#book = book;
    this.#broken = this.#waiting.size > 0;
    this.#tell();
    if (this.#broken) void this.#read();
  }

  /** What was heard cannot be right: nothing heard so far is built on. */
  #lose(): void {
    this.#waiting.clear();
    this.#oldHeard = 0;
    this.#broken = true;
    this.#tell();
    void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#reading || !this.#leave || this.#sources.now() < this.#notBefore) return;
    this.#reading = true;
    this.#tell();
    try {
      const book = BookLevels.of(await this.#sources.read());
      if (!book) throw new Error("a book that cannot be true");
      this.#take(book);
    } catch (error) {
      // The last book stays and grows old on screen; the next check asks again.
      this.#error = error;
      this.#wait();
    } finally {
      this.#reading = false;
      this.#tell();
    }
  }

  #wait(): void {
    this.#notBefore =
      this.#sources.now() + Math.min(retryMs.max, retryMs.first * 2 ** this.#failures++);
  }

  #take(read: BookLevels): void {
    // A late answer must not undo the stream; one that stays behind tells of a venue that counts anew.
    const older = this.#book !== undefined && read.version < this.#book.version;
    if (older && !this.#oldRead) {
      this.#oldRead = true;
      return this.#wait();
    }
    this.#oldRead = false;
    this.#failures = 0;
    this.#error = null;
    this.#heardAt = this.#sources.now();
    this.#notBefore = this.#heardAt + retryMs.first;
    this.#broken = false;
    if (older) this.#waiting.clear();
    // What no snapshot reaches does not belong to this book.
    for (const [from, word] of this.#waiting)
      if (++word.snapshots > mostSnapshots) this.#waiting.delete(from);
    this.#book = this.#book?.version === read.version ? read.seenAt(this.#book.ts) : read;
    this.#join();
  }

  #tell(): void {
    if (this.#awaitsFrame) return;
    this.#awaitsFrame = true;
    this.#sources.nextFrame(() => {
      this.#awaitsFrame = false;
      const view = {
        book: this.#book,
        healing: this.#broken,
        error: this.#book ? null : this.#error,
        reading: this.#reading,
      };
      const held = this.#view;
      if (
        held.book === view.book &&
        held.healing === view.healing &&
        held.error === view.error &&
        held.reading === view.reading
      )
        return;
      this.#view = view;
      for (const listener of this.#listeners) listener();
    });
  }
}
