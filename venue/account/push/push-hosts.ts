/** How many pushes are under way to each push service, so that one that hangs holds nobody else up. */

/** A service that has just answered gets as many at a time as all together; another one shows first that it is there. */
const mostToAnswering = 128;
const mostToUnknown = 8;
const answersForMs = 60_000;
/** A service that did not answer is left alone for this time. */
const pauseMs = 30_000;
/** The first answers of a service are waited for so long, and then in longer steps. */
const soonMs = 150;
const patientMs = 500;
const laterMs = 2000;

interface Host {
  underWay: number;
  /** When the oldest of them began, Unix ms. */
  since: number;
  answeredAt: number;
  pausedUntil: number;
}

export class PushHosts {
  private readonly hosts = new Map<string, Host>();

  /**
   * Takes a place for a push. Answers 0 where there is one, else the time at which to ask again, Unix ms.
   * Every place is given back by `end`.
   */
  begin(name: string, now: number): number {
    const host = this.of(name);
    if (host.pausedUntil > now) return host.pausedUntil;
    const most = now - host.answeredAt < answersForMs ? mostToAnswering : mostToUnknown;
    if (host.underWay >= most) return now + (now - host.since < patientMs ? soonMs : laterMs);
    if (host.underWay === 0) host.since = now;
    host.underWay += 1;
    return 0;
  }

  /** @param answered whether the service said anything at all */
  end(name: string, now: number, answered: boolean): void {
    const host = this.of(name);
    host.underWay -= 1;
    if (answered) {
      host.answeredAt = now;
      host.since = now;
    } else {
      host.answeredAt = Number.NEGATIVE_INFINITY;
      host.pausedUntil = now + pauseMs;
    }
  }

  private of(name: string): Host {
    const known = this.hosts.get(name);
    if (known) return known;
    const fresh = {
      underWay: 0,
      since: 0,
      answeredAt: Number.NEGATIVE_INFINITY,
      pausedUntil: 0,
    };
    this.hosts.set(name, fresh);
    return fresh;
  }
}
