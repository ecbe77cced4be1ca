import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { idempotent } from "../../../venue/ledger/idempotent.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { OutcomeUnknown } from "../../../venue/store/store.ts";
import { temporaryDatabase } from "../../harness/databases.ts";
import { balanceOf, bring, now } from "../ledger/movements.ts";

/** Where the line to the database is cut, the next time that COMMIT is sent. */
type Cut = "none" | "before COMMIT" | "after COMMIT";

const serverUrl = inject("postgresUrl") ?? null;

/** A store that reaches its database through a line that can be cut, and one that does not. */
async function openThroughLine() {
  const directUrl = new URL(await temporaryDatabase(serverUrl ?? ""));
  const line = { cut: "none" as Cut };
  const server = createServer((near) => pass(near, connect(Number(directUrl.port), directUrl.hostname), line));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = Object.assign(new URL(directUrl.href), { port: `${address.port}` });
  const options = { dataDir: "", log: () => undefined, random: () => 0 };
  const store = openStore({ ...options, databaseUrl: url.href });
  const direct = openStore({ ...options, databaseUrl: directUrl.href });
  onTestFinished(() => store.close());
  onTestFinished(() => direct.close());
  return { store, direct, line };
}

function pass(near: Socket, far: Socket, line: { cut: Cut }): void {
  const cut = () => {
    line.cut = "none";
    near.destroy();
    far.destroy();
  };
  near.on("data", (data) => {
    const isCommit = data.toString("latin1").includes("commit");
    if (isCommit && line.cut === "before COMMIT") return cut();
    // The answer to COMMIT is the next thing the server says.
    if (isCommit && line.cut === "after COMMIT") far.removeAllListeners("data").once("data", cut);
    far.write(data);
  });
  far.on("data", (data) => void near.write(data));
  for (const [one, other] of [[near, far], [far, near]] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}

describe.runIf(serverUrl !== null)("a connection lost (PostgreSQL; not run where there is none)", () => {
  test.each<[Cut, bigint]>([["before COMMIT", 0n], ["after COMMIT", 5n]])(
    "%s, of a command without a key: the outcome is said to be unknown, nothing is done twice",
    async (cut, balance) => {
      const { store, direct, line } = await openThroughLine();
      line.cut = cut;
      await expect(store.command((tx) => bring(tx, { user: 7, amount: 5n }))).rejects.toBeInstanceOf(OutcomeUnknown);
      expect(await balanceOf(direct, 7, "available")).toBe(balance);
    },
  );

  test.each<Cut>(["before COMMIT", "after COMMIT"])("%s, of a keyed command: tried again, one effect, the answer", async (cut) => {
    const { store, direct, line } = await openThroughLine();
    let attempts = 0;
    line.cut = cut;
    const answer = await store.command((tx) => {
      attempts += 1;
      return idempotent(tx, { key: "k", requestHash: "", now }, async () => {
        await bring(tx, { user: 7, amount: 5n });
        return { done: true };
      });
    });
    expect(answer).toEqual({ done: true });
    expect(attempts).toBe(2);
    expect(await balanceOf(direct, 7, "available")).toBe(5n);
  });

  test("before the end of a command: nothing was written, so it is tried again", async () => {
    const { store, direct } = await openThroughLine();
    let attempts = 0;
    await store.command(async (tx) => {
      attempts += 1;
      await bring(tx, { user: 7, amount: 5n });
      if (attempts === 1) throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
    });
    expect(attempts).toBe(2);
    expect(await balanceOf(direct, 7, "available")).toBe(5n);
  });
});
