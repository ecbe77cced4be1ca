import { randomBytes } from "node:crypto";
import pg from "pg";

/** Runs with the address of an empty PostgreSQL database of its own, made on the server of the given one, and removes it. */
export async function withScratchDatabase<T>(
  databaseUrl: string,
  run: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const name = `godwit_scratch_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    try {
      const scratch = new URL(databaseUrl);
      scratch.pathname = `/${name}`;
      return await run(scratch.href);
    } finally {
      await client.query(`drop database ${name} with (force)`);
    }
  } finally {
    await client.end();
  }
}
