import { Refusal } from "../store/refusal.ts";

/** Thrown by a market source that cannot answer now: nothing has arrived yet, or the upstream is out of reach. */
export class SourceUnavailable extends Refusal {
  override name = "SourceUnavailable";

  constructor(message: string, options?: ErrorOptions) {
    super(100010, undefined, options);
    this.message = message;
  }
}
