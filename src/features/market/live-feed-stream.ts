const backOffMs = { first: 500, max: 30_000 } as const;
/** Between tries where sockets are blocked though the venue answers: a proxy seldom changes its mind. */
const rareMs = 300_000;
const triesBeforeRare = 4;
const openWithinMs = 10_000;
const firstWordMs = 5000;
/** The venue pings every five seconds; a stream that says nothing for longer is dead. */
const silentAfterMs = 12_000;
/** One that ends sooner after its first word is no better than one that never spoke. */
const steadyAfterMs = 10_000;

export type StreamMessage = Record<string, unknown>;

export interface StreamDoors {
  /** Where to; undefined where the venue has no stream. */
  address: () => URL | undefined;
  /** It is open and takes words; whether it answers is not known yet. */
  opened: () => void;
  heard: (message: StreamMessage) => void;
  /** `speaking` has changed. */
  changed: () => void;
  /** Whether the venue answers reads at present: then a stream that fails is blocked, and not the network gone. */
  reachable: () => boolean;
}

/**
 * One socket at a time, kept open: opened again with back-off and jitter, given up when it goes silent, and
 * tried only rarely where it never comes to speak, because something on the way does not let sockets through.
 */
export class LiveFeedStream {
  readonly #doors: StreamDoors;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #speakingSince: number | null = null;
  #heardAt = 0;
  #failures = 0;
  #blockedTries = 0;
  #wanted = false;
  /** Frames are unpacked one after another, so that none overtakes another. */
  #unpacked: Promise<void> = Promise.resolve();

  constructor(doors: StreamDoors) {
    this.#doors = doors;
  }

  /** True while it delivers: it is open and has said something that could be understood. */
  get speaking(): boolean {
    return this.#speakingSince !== null;
  }

  /** Opens it where it is not; `anew` forgets what failed before, as the network may be another. */
  open(anew: boolean): void {
    this.#wanted = true;
    if (anew) this.#blockedTries = 0;
    // One that should have been pinged long ago lies in a network that was left.
    if (this.#socket && this.speaking && Date.now() - this.#heardAt > silentAfterMs)
      this.#drop(this.#socket);
    if (this.#socket) return;
    this.#failures = 0;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** The venue answers again after it had not: what stood in the way is gone. */
  retrySoon(): void {
    if (!this.#wanted || this.#socket) return;
    this.#failures = 0;
    this.#blockedTries = 0;
    this.#retryIn(backOffMs.first);
  }

  close(): void {
    this.#wanted = false;
    clearTimeout(this.#retry);
    if (this.#socket) this.#drop(this.#socket);
  }

  say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const address = this.#doors.address();
    if (!address) return;
    let socket: WebSocket;
    try {
      socket = new WebSocket(address);
    } catch {
      // A policy forbids it.
      this.#failed(false);
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#endIfQuiet(socket, openWithinMs);
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      this.#endIfQuiet(socket, firstWordMs);
      this.#doors.opened();
    });
    socket.addEventListener("message", (event) => {
      const data: unknown = event.data;
      if (typeof data === "string") this.#hear(socket, data);
      else if (data instanceof ArrayBuffer)
        this.#unpacked = this.#unpacked.then(async () => this.#hear(socket, await unpack(data)));
    });
    socket.addEventListener("close", () => this.#end(socket));
  }

  #hear(socket: WebSocket, text: string | undefined): void {
    const message = text === undefined || this.#socket !== socket ? undefined : parse(text);
    if (message === undefined) return;
    this.#heardAt = Date.now();
    this.#endIfQuiet(socket, silentAfterMs);
    if (!this.speaking) {
      this.#speakingSince = this.#heardAt;
      this.#doors.changed();
    }
    if (typeof message["ping"] === "number") this.say({ pong: message["ping"] });
    else this.#doors.heard(message);
  }

  #endIfQuiet(socket: WebSocket, ms: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#end(socket), ms);
  }

  /** A socket that does not answer need not answer to its closing either, so nobody waits for it. */
  #end(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    const wasSteady =
      this.#speakingSince !== null && Date.now() - this.#speakingSince >= steadyAfterMs;
    this.#drop(socket);
    this.#failed(wasSteady);
  }

  #drop(socket: WebSocket): void {
    const wasSpeaking = this.speaking;
    this.#socket = null;
    this.#speakingSince = null;
    clearTimeout(this.#watch);
    socket.close();
    if (wasSpeaking) this.#doors.changed();
  }

  #failed(wasSteady: boolean): void {
    if (wasSteady) {
      this.#failures = 0;
      this.#blockedTries = 0;
    } else if (this.#doors.reachable()) this.#blockedTries += 1;
    if (!this.#wanted) return;
    this.#retryIn(
      this.#blockedTries >= triesBeforeRare
        ? rareMs
        : Math.min(backOffMs.max, backOffMs.first * 2 ** this.#failures++),
    );
  }

  /** In half to all of `ms`, so that a venue that comes back is not met by everybody at once. */
  #retryIn(ms: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), ms * (0.5 + Math.random() / 2));
  }
}

/** Whether this browser can read frames that are packed, at a fifth of the bytes. */
export function canUnpack(): boolean {
  return typeof DecompressionStream === "function";
}

/** The text of a frame as HTX packs it; undefined where it is not one. */
async function unpack(frame: ArrayBuffer): Promise<string | undefined> {
  try {
    return await new Response(
      new Blob([frame]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).text();
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
