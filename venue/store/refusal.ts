import * as codes from "#protocol/wire/error-codes.ts";
import type { ErrorCode } from "#protocol/wire/error-messages.ts";

/**
 * An expected refusal: one of the specification's error codes, thrown by a rule or the ledger, rolled back by
 * the store and answered with its code. Any other error is a bug and is answered as systemError.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The answer's `data` (JSON, no secrets), where the code has some. */
  readonly data: unknown;

  constructor(code: ErrorCode, data?: unknown, options?: ErrorOptions) {
    super(`refused with ${code}`, options);
    this.name = "Refusal";
    this.code = code;
    this.data = data;
  }
}

/** Too many calls from one address, user or account. */
export class TooMany extends Refusal {
  readonly waitSec: number;

  constructor(waitSec: number) {
    super(codes.busy, { wait: waitSec });
    this.waitSec = waitSec;
  }
}
