/**
 * An expected "no": one of the spec's error codes, thrown by a rule or the ledger, rolled back by the
 * store and told to the user by its code. Anything else thrown is a bug and leaves as 100001.
 */
export class Refusal extends Error {
  readonly code: number;
  /** Facts for the answer's `data` (JSON, no secrets), where the code calls for some. */
  readonly data: unknown;

  constructor(code: number, data?: unknown, options?: ErrorOptions) {
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
    super(100006, { wait: waitSec });
    this.waitSec = waitSec;
  }
}
