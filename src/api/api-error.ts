/** Why a call did not give data. Made in one place, `call.ts`; screens read `mutation.error` and do not catch. */
export class ApiError extends Error {
  /** The path that was called. */
  readonly path: string;
  /** The envelope's status; `null` where no envelope came back and the outcome of a write is unknown. */
  readonly status: number | null;
  /** `data` of a refusal, such as the seconds to wait. */
  readonly data: unknown;

  constructor(
    path: string,
    message: string,
    options: { status: number | null; data?: unknown; cause?: unknown },
  ) {
    super(message, { cause: options.status ?? options.cause });
    this.name = "ApiError";
    this.path = path;
    this.status = options.status;
    this.data = options.data;
  }

  /** No envelope came back: the network, not the venue, said no. */
  get isTransport(): boolean {
    return this.status === null;
  }
}
