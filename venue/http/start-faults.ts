import { addressGroup } from "../lib/address-group.ts";
import type { Log } from "../store/store.ts";
import { readBody } from "./read-body.ts";
import { TokenBuckets } from "./token-buckets.ts";

const maxBytes = 64;
/** Ids come from strangers: no more of them are counted. */
const mostBuilds = 20;

/** Counts the devices that went back to an earlier build because one did not start; each is a line in the log. */
export class StartFaults {
  private readonly log: Log;
  private readonly buckets = new TokenBuckets(0.1, 5);
  private readonly ofBuild = new Map<string, number>();

  constructor(log: Log) {
    this.log = log;
  }

  async take(request: Request, ip: string, now: number): Promise<void> {
    if (this.buckets.take(addressGroup(ip), now) > 0) return;
    const body = await readBody(request, maxBytes);
    if (!("text" in body) || !/^[0-9a-f]{6,64}$/.test(body.text)) return;
    const devices = (this.ofBuild.get(body.text) ?? 0) + 1;
    if (devices === 1 && this.ofBuild.size >= mostBuilds) return;
    this.ofBuild.set(body.text, devices);
    this.log("warn", "build did not start on a device, which went back", {
      build: body.text,
      devices,
    });
  }

  /** How many there were since the venue was started. */
  get devices(): number {
    return [...this.ofBuild.values()].reduce((sum, devices) => sum + devices, 0);
  }

  sweep(now: number): void {
    this.buckets.sweep(now);
  }
}
