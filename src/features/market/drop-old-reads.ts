import type { QueryClient } from "@tanstack/react-query";

/** Forgets all but the newest `keep` reads whose key begins with `first`, so that what the device keeps does not grow for ever. */
export function dropOldReads(client: QueryClient, first: string, keep: number): void {
  const reads = client
    .getQueryCache()
    .findAll({ predicate: (query) => query.queryKey[0] === first });
  const newestFirst = reads.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of newestFirst.slice(keep))
    if (query.getObserversCount() === 0) client.getQueryCache().remove(query);
}
