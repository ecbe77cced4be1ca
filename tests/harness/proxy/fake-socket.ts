/** A socket whose other end is the test: what the app sends is in `sent`. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readonly url: string;
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];

  constructor(url: URL | string) {
    super();
    this.url = String(url);
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  say(message: unknown): void {
    this.dispatchEvent(
      new MessageEvent("message", {
        data: typeof message === "string" ? message : JSON.stringify(message),
      }),
    );
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}
