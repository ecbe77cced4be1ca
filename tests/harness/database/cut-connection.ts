import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Store } from "../../../venue/store/store.ts";
import { temporaryDatabase } from "./databases.ts";

/** Where the line to the database is cut, the next time that COMMIT is sent; `for good` lets no one through afterwards. */
export type Cut = "none" | "before COMMIT" | "after COMMIT" | "after COMMIT, for good";

export interface Line {
  cut: Cut;
  /** No connection is let through. */
  isDown: boolean;
}

/** A store that reaches its PostgreSQL database through a line that can be cut, and one that does not. */
export async function openThroughLine(
  serverUrl: string,
): Promise<{ store: Store; direct: Store; line: Line }> {
  const directUrl = new URL(await temporaryDatabase(serverUrl));
  const line: Line = { cut: "none", isDown: false };
  const server = createServer((near) => {
    if (line.isDown) near.destroy();
    else pass(near, connect(Number(directUrl.port), directUrl.hostname), line);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = Object.assign(new URL(directUrl.href), { port: `${address.port}` });
  const options = { dataDir: "", log: () => undefined, random: () => 0 };
  // One connection, so that no other one outlives the cut.
  const store = openStore({ ...options, databaseUrl: url.href, poolSize: 1 });
  const direct = openStore({ ...options, databaseUrl: directUrl.href });
  onTestFinished(() => store.close());
  onTestFinished(() => direct.close());
  return { store, direct, line };
}

function pass(near: Socket, far: Socket, line: Line): void {
  const cut = () => {
    line.isDown = line.cut === "after COMMIT, for good";
    line.cut = "none";
    near.destroy();
    far.destroy();
  };
  near.on("data", (data) => {
    const isCommit = line.cut !== "none" && data.toString("latin1").includes("commit");
    if (isCommit && line.cut === "before COMMIT") return cut();
    // The answer to COMMIT is the next thing the server says.
    if (isCommit && line.cut.startsWith("after COMMIT"))
      far.removeAllListeners("data").once("data", cut);
    far.write(data);
  });
  far.on("data", (data) => void near.write(data));
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}
