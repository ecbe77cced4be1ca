/** The one mapping from what was thrown to what the client is told. */
import { type ErrorCode, errorMessages, isErrorCode } from "#protocol/error-codes.ts";
import { Refusal, TooMany } from "../store/refusal.ts";
import { OutcomeUnknown } from "../store/store.ts";

export interface Failure {
  code: ErrorCode;
  message: string;
  data: unknown;
  httpStatus: number;
  /** Seconds for `Retry-After`. */
  retryAfterSec?: number;
  /** True for what nobody expected: to be logged with its cause. */
  isBug: boolean;
}

/** A refusal that is about the message, not the matter, with an HTTP status of its own. */
export class TransportRefusal extends Refusal {
  readonly httpStatus: number;

  constructor(httpStatus: number, code: number, data?: unknown) {
    super(code, data);
    this.httpStatus = httpStatus;
  }
}

export function failureOf(error: unknown, requestId: string): Failure {
  // The client's retry list knows 429.
  if (error instanceof TooMany)
    return { ...told(100006, error.data, 429), retryAfterSec: error.waitSec };
  if (error instanceof TransportRefusal && isErrorCode(error.code))
    return told(error.code, error.data, error.httpStatus);
  if (error instanceof Refusal && isErrorCode(error.code)) return told(error.code, error.data, 200);
  // The write may or may not be there: the device asks by its own id instead of trusting an answer.
  if (error instanceof OutcomeUnknown)
    return { ...told(100007, { request_id: requestId }, 200), isBug: true };
  return { ...told(100001, { request_id: requestId }, 500), isBug: true };
}

function told(code: ErrorCode, data: unknown, httpStatus: number): Failure {
  return { code, message: errorMessages[code], data: data ?? null, httpStatus, isBug: false };
}
