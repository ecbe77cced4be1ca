import { apiRows } from "./api.ts";

/** Paths whose answer is the same for everybody. */
export function publicPaths(): readonly string[] {
  return apiRows()
    .filter((row) => row.endpoint.public)
    .map((row) => row.endpoint.path);
}
