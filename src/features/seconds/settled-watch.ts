import { secondsStatus, type SecondsOrder } from "#protocol/seconds-order.ts";

/**
 * Which contracts of a person have ended since they were seen running. The stream says so, or they are gone
 * from the list of those that run: each end is told once.
 */
export class SettledWatch {
  readonly #awaited = new Set<string>();
  readonly #told = new Set<string>();

  /** The list as it was read. Answers the ids that ran before and are no longer in it: what became of them has to be asked. */
  seen(running: readonly Pick<SecondsOrder, "id">[]): string[] {
    const ids = new Set(running.map(({ id }) => id));
    for (const id of ids) if (!this.#told.has(id)) this.#awaited.add(id);
    return [...this.#awaited].filter((id) => !ids.has(id));
  }

  /** A contract as the venue told it. Answers whether this is the first news of its end. */
  ended(order: Pick<SecondsOrder, "id" | "status">): boolean {
    if (order.status !== secondsStatus.closed) return false;
    this.#awaited.delete(order.id);
    if (this.#told.has(order.id)) return false;
    this.#told.add(order.id);
    return true;
  }

  /** The venue does not know it: nothing more is to be asked. */
  unknown(id: string): void {
    this.#awaited.delete(id);
  }
}
