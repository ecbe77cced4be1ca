const backOffMs = { first: 500, max: 30_000 } as const;
/** Between attempts where sockets are blocked though the venue answers reads: a proxy seldom changes its rules. */
const blockedRetryMs = 300_000;
const attemptsBeforeBlocked = 4;
const openTimeoutMs = 10_000;
const firstMessageTimeoutMs = 5000;
/** The wait for a silence begins again at most so often, so it may end so much earlier. */
const watchEveryMs = 1000;
/** The venue pings every five seconds, so a stream that is silent for longer is dead. */
const silenceTimeoutMs = 12_000;
/** A connection that ends sooner after its first message counts as a failure. */
const stableAfterMs = 10_000;

export type StreamMessage = Record<string, unknown>;

export interface StreamDeps {
  /** The stream's address; undefined where the venue has none. */
  address: () => URL | undefined;
  /** The socket is open and can send; the venue has not answered yet. */
  onOpen: () => void;
  onMessage: (message: StreamMessage) => void;
  /** `delivering` changed. */
  onDeliveringChange: () => void;
  /** Whether the venue answers reads now: then a stream that fails is blocked, and the network is not down. */
  isVenueReachable: () => boolean;
}

/** The venue's stream as the feed uses it: by a socket of this page, or by one that windows share. */
export type Stream = Pick<LiveFeedStream, "delivering" | "open" | "retrySoon" | "close" | "send">;

/**
 * Keeps one socket open. It reconnects with back-off and jitter, closes a silent socket, and retries only
 * rarely where no socket ever delivers, because something on the way blocks sockets.
 */
export class LiveFeedStream {
  readonly #deps: StreamDeps;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #watchedSince = 0;
  #deliveringSince: number | null = null;
  #receivedAt = 0;
  #failures = 0;
  #blockedAttempts = 0;
  #wanted = false;
  /** Frames are decompressed one after another, so their order stays. */
  #decompressed: Promise<void> = Promise.resolve();

  constructor(deps: StreamDeps) {
    this.#deps = deps;
  }

  /** True while the socket is open and has sent a message that could be parsed. */
  get delivering(): boolean {
    return this.#deliveringSince !== null;
  }

  /** Opens the stream where it is closed. After a change of the network earlier failures no longer count. */
  open(isOtherNetwork: boolean): void {
    this.#wanted = true;
    if (isOtherNetwork) this.#blockedAttempts = 0;
    // A socket without a ping for so long belongs to a network that the device has left.
    if (this.#socket && this.delivering && Date.now() - this.#receivedAt > silenceTimeoutMs)
      this.#drop(this.#socket);
    if (this.#socket) return;
    this.#failures = 0;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** Reconnects soon, because the venue answers reads again. */
  retrySoon(): void {
    if (!this.#wanted || this.#socket) return;
    this.#failures = 0;
    this.#blockedAttempts = 0;
    this.#retryIn(backOffMs.first);
  }

  close(): void {
    this.#wanted = false;
    clearTimeout(this.#retry);
    if (this.#socket) this.#drop(this.#socket);
  }

  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const address = this.#deps.address();
    if (!address) return;
    let socket: WebSocket;
    try {
      socket = new WebSocket(address);
    } catch {
      // A content security policy forbids it.
      this.#failed(false);
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#endIfSilent(socket, openTimeoutMs);
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      this.#endIfSilent(socket, firstMessageTimeoutMs);
      this.#deps.onOpen();
    });
    socket.addEventListener("message", (event) => {
      const data: unknown = event.data;
      if (typeof data === "string") this.#receive(socket, data);
      else if (data instanceof ArrayBuffer)
        this.#decompressed = this.#decompressed.then(async () =>
          this.#receive(socket, await decompress(data)),
        );
    });
    socket.addEventListener("close", () => this.#end(socket));
  }

  #receive(socket: WebSocket, text: string | undefined): void {
    const message = text === undefined || this.#socket !== socket ? undefined : parse(text);
    if (message === undefined) return;
    this.#receivedAt = Date.now();
    // Beginning it again costs about as much as reading a message.
    if (!this.delivering || Math.abs(this.#receivedAt - this.#watchedSince) > watchEveryMs) {
      this.#watchedSince = this.#receivedAt;
      this.#endIfSilent(socket, silenceTimeoutMs);
    }
    if (!this.delivering) {
      this.#deliveringSince = this.#receivedAt;
      this.#deps.onDeliveringChange();
    }
    if (typeof message["ping"] === "number") this.send({ pong: message["ping"] });
    else this.#deps.onMessage(message);
  }

  #endIfSilent(socket: WebSocket, ms: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#end(socket), ms);
  }

  /** Drops the socket without waiting for its close event: a silent socket may never send one. */
  #end(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    const wasStable =
      this.#deliveringSince !== null && Date.now() - this.#deliveringSince >= stableAfterMs;
    this.#drop(socket);
    this.#failed(wasStable);
  }

  #drop(socket: WebSocket): void {
    const wasDelivering = this.delivering;
    this.#socket = null;
    this.#deliveringSince = null;
    clearTimeout(this.#watch);
    socket.close();
    if (wasDelivering) this.#deps.onDeliveringChange();
  }

  #failed(wasStable: boolean): void {
    if (wasStable) {
      this.#failures = 0;
      this.#blockedAttempts = 0;
    } else if (this.#deps.isVenueReachable()) this.#blockedAttempts += 1;
    if (!this.#wanted) return;
    this.#retryIn(
      this.#blockedAttempts >= attemptsBeforeBlocked
        ? blockedRetryMs
        : Math.min(backOffMs.max, backOffMs.first * 2 ** this.#failures++),
    );
  }

  /** Retries after 50 to 100 % of `ms`, so that not all clients reconnect at once. */
  #retryIn(ms: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), ms * (0.5 + Math.random() / 2));
  }
}

/** Whether this browser can read compressed frames, which need a fifth of the bytes. */
export function canDecompress(): boolean {
  return typeof DecompressionStream === "function";
}

/** The text of a gzip frame, the format of HTX; undefined where it cannot be decompressed. */
async function decompress(frame: ArrayBuffer): Promise<string | undefined> {
  try {
    // By a writer: a Blob costs ten times as much of the main thread, since the browser's own process keeps it.
    const { readable, writable } = new DecompressionStream("gzip");
    const writer = writable.getWriter();
    const text = new Response(readable).text();
    return (await Promise.all([text, writer.write(frame), writer.close()]))[0];
  } catch {
    return undefined;
  }
}

function parse(text: string): StreamMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as StreamMessage)
      : undefined;
  } catch {
    return undefined;
  }
}
