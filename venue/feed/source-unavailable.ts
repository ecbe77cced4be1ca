import * as codes from "#protocol/wire/error-codes.ts";
import { Refusal } from "../store/refusal.ts";

/** Thrown by a market source that cannot answer now: nothing has arrived yet, or the upstream is out of reach. */
export class SourceUnavailable extends Refusal {
  override name = "SourceUnavailable";

  constructor(message: string, options?: ErrorOptions) {
    super(codes.remoteServiceError, undefined, options);
    this.message = message;
  }
}
