import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/**
 * Copies an embedded database while a venue writes to it: one snapshot of what is committed, packed tightly. It blocks
 * the thread that calls it, and nobody else.
 * @throws where a file of that name is there already
 */
export function copySqlite(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.prepare("vacuum into ?").run(to);
  } finally {
    database.close();
  }
  chmodSync(to, 0o600);
}

/** Writes a snapshot of a PostgreSQL database, in PostgreSQL's own format. */
export function dumpPostgres(databaseUrl: string, to: string): Promise<void> {
  return runTool("pg_dump", ["--format=custom", "--no-owner", "--no-acl", `--file=${to}`], {
    databaseUrl,
  });
}

/** Fills an empty PostgreSQL database from such a file, all or nothing. */
export function fillPostgres(databaseUrl: string, from: string): Promise<void> {
  const options = ["--no-owner", "--no-acl", "--exit-on-error", "--single-transaction"];
  const { pathname } = new URL(databaseUrl);
  return runTool("pg_restore", [...options, `--dbname=${pathname.slice(1)}`, from], {
    databaseUrl,
  });
}

/** The address goes by the environment: others see the words of a command line. */
function runTool(
  tool: "pg_dump" | "pg_restore",
  args: readonly string[],
  { databaseUrl }: { databaseUrl: string },
): Promise<void> {
  const url = new URL(databaseUrl);
  const environment = {
    PGHOST: decodeURIComponent(url.searchParams.get("host") ?? url.hostname),
    PGPORT: url.port === "" ? "5432" : url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.has("sslmode") && { PGSSLMODE: url.searchParams.get("sslmode") ?? "" }),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, ...environment },
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    child.once("error", (error) =>
      reject(
        "code" in error && error.code === "ENOENT"
          ? new Error(`${tool} is not there: install PostgreSQL's client tools`)
          : error,
      ),
    );
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${tool}: ${said.trim() || `ended with ${code}`}`)),
    );
  });
}
