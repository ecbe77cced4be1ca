import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { signRequest } from "#protocol/wire/signature.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { runVenue } from "../../harness/venue/running-venue.ts";
import { StreamClient } from "../../harness/venue/stream-client.ts";

const run = promisify(execFile);
const login = { account: "ada@example.org", logintype: "email" } as const;

test("the command line acts on a venue that runs: its next request and its open streams know", async () => {
  const venue = await runVenue(temporaryDirectory(), { LIMITS: '{"argonMemoryKiB":16}' });
  onTestFinished(() => venue.dispose());
  const operate = (...args: string[]) =>
    run(process.execPath, ["scripts/operator.ts", ...args], {
      env: { ...process.env, DATA_DIR: venue.dataDir },
    });
  const post = async (path: string, body: object) => {
    const response = await fetch(venue.address + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as {
      status: number;
      data: { token: string; player: { id: string } };
    };
  };
  expect(
    (await post(api.session.reg.path, { ...login, password: "correct horse battery" })).status,
  ).toBe(0);
  const { data } = await post(api.session.login.path, {
    ...login,
    loginway: "password",
    verifykey: "correct horse battery",
  });
  const session = { id: data.player.id, token: data.token };
  let nonces = 0;
  const sign = () => ({
    ...signRequest(
      session,
      (++nonces).toString(16).padStart(7, "0"),
      Math.floor(Date.now() / 1000),
    ),
  });
  const userInfo = async () =>
    (await (
      await fetch(venue.address + api.account.userInfo.path, { headers: sign() })
    ).json()) as { status: number; data: unknown };
  expect((await userInfo()).status).toBe(0);

  const stream = await new StreamClient(`${venue.address.replace("http", "ws")}/api/ws`).open();
  await stream.answer({ op: "auth", id: 1, ...sign() });
  await stream.answer({ sub: "user.notice", id: 2 });

  expect(
    (await operate("trade", "ada@example.org", "off", "--reason", "First a word.")).stdout,
  ).toContain("trading off");
  expect(await stream.next((message) => message.op === "notify")).toMatchObject({
    topic: "user.notice",
    event: "new",
    data: { kind: "account_status" },
  });
  expect(
    (await operate("status", "ada@example.org", "blocked", "--reason", "Ask support.")).stdout,
  ).toContain("blocked, trading off");
  expect(await userInfo()).toMatchObject({ status: 300001, data: { reason: "Ask support." } });
  expect(await stream.closed).toBe(4401);
  expect((await operate("verify")).stdout).toMatch(/^All \d+ invariants hold\.$/m);
}, 60_000);

test("a reader that closes the pipe early: the command finishes without a fault", async () => {
  const words = `{ "${process.execPath}" scripts/operator.ts help; echo "ended with $?" >&2; } | true`;
  expect((await run("sh", ["-c", words])).stderr).toBe("ended with 0\n");
});
