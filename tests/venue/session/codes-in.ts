import type { TestVenue } from "../../harness/venue/memory-venue.ts";

/** The codes an operator could read, oldest first. */
export async function codesIn(venue: TestVenue): Promise<string[]> {
  const rows = await venue.store.read((db) =>
    db.selectFrom("outbox").select("content").orderBy("id").execute(),
  );
  return rows.map(({ content }) => content);
}
