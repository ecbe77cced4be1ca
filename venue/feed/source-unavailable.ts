/** Thrown by a market source that cannot answer now: nothing has arrived yet, or the upstream is out of reach. */
export class SourceUnavailable extends Error {
  override name = "SourceUnavailable";
}
