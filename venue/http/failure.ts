/** The one mapping from a thrown error to the answer. */
import * as codes from "#protocol/wire/error-codes.ts";
import { type ErrorCode, errorMessages } from "#protocol/wire/error-messages.ts";
import { Refusal, TooMany } from "../store/refusal.ts";
import { OutcomeUnknown } from "../store/store.ts";

export interface Failure {
  code: ErrorCode;
  message: string;
  data: unknown;
  httpStatus: number;
  /** Seconds for `Retry-After`. */
  retryAfterSec?: number;
  /** True for an unexpected error, which is logged with its cause. */
  isBug: boolean;
}

/** A refusal of the HTTP message itself, with an HTTP status of its own. */
export class TransportRefusal extends Refusal {
  readonly httpStatus: number;

  constructor(httpStatus: number, code: ErrorCode, data?: unknown) {
    super(code, data);
    this.httpStatus = httpStatus;
  }
}

export function failureOf(error: unknown, requestId: string): Failure {
  // Clients retry after a 429.
  if (error instanceof TooMany)
    return { ...toFailure(codes.busy, error.data, 429), retryAfterSec: error.waitSec };
  if (error instanceof TransportRefusal) return toFailure(error.code, error.data, error.httpStatus);
  if (error instanceof Refusal) return toFailure(error.code, error.data, 200);
  // The write may have taken effect: the client finds out by its own id.
  if (error instanceof OutcomeUnknown)
    return { ...toFailure(codes.outcomeUnknown, { request_id: requestId }, 200), isBug: true };
  return { ...toFailure(codes.systemError, { request_id: requestId }, 500), isBug: true };
}

function toFailure(code: ErrorCode, data: unknown, httpStatus: number): Failure {
  return { code, message: errorMessages[code], data: data ?? null, httpStatus, isBug: false };
}
