import type { Endpoint } from "#protocol/api/endpoint.ts";
import type { Refusal } from "./write.ts";

/** What writes need from the rest of the app, which stands above them. */
export interface WriteContext {
  /** Who is logged in; null where nobody is. */
  userId(): string | null;
  /** Listens for logins and logouts; answers the function that stops it. */
  onUserChange(listener: () => void): () => void;
  /** Marks cached reads of these endpoints as out of date; done when those on screen are read again. */
  invalidate(endpoints: readonly Endpoint[]): Promise<void>;
  /** The venue refused a write: it may say something of the account itself. */
  refused(refusal: Refusal): void;
}

let context: WriteContext = {
  userId: () => null,
  onUserChange: () => () => {},
  invalidate: () => Promise.resolve(),
  refused: () => {},
};

export function connectWrites(connected: WriteContext): void {
  context = connected;
}

export function writeContext(): WriteContext {
  return context;
}
