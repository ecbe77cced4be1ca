import { onTestFinished } from "vitest";
import { createHttpServer } from "../../../venue/http/http-server.ts";
import { createStream } from "../../../venue/market/stream/stream.ts";
import { type StartOptions, startVenue, type TestVenue } from "./memory-venue.ts";

export interface ServedVenue {
  venue: TestVenue;
  /** host:port */
  host: string;
  /** Sends what the stream owes its clients besides pushes. */
  stream: { tick(now: number): void };
}

/** A venue with a manual clock, open on a free port of this machine with its stream, as `main.ts` has it. */
export async function serveVenue(options: StartOptions): Promise<ServedVenue> {
  const venue = await startVenue({ ...options, settings: { ...options.settings, port: 0 } });
  const { settings, bus } = venue;
  const stream = createStream({
    source: venue.venue.market,
    settings,
    bus,
    clock: { now: venue.now },
    log: (level, event, facts = {}) => void venue.lines.push({ level, event, facts }),
    authenticate: venue.venue.authenticate,
    liveSessions: venue.venue.liveSessions,
  });
  const server = createHttpServer({
    settings,
    fetch: venue.venue.fetch,
    upgrade: (request, socket, head, address) => stream.upgrade(request, socket, head, address),
  });
  const port = await server.listen();
  onTestFinished(async () => {
    stream.close();
    await server.close(0);
  });
  return { venue, host: `127.0.0.1:${port}`, stream };
}
