/**
 * A class behind one address: so many people open, register, log in, open a stream and look at their account at the
 * same time; what of it works, and how long it takes, for each audience. Run: `npm run bench -- class [people]`.
 */
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { api } from "#protocol/api/api.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { readAnswer } from "../harness/venue/memory-venue.ts";
import { StreamClient } from "../harness/venue/stream-client.ts";

interface Tally {
  [step: string]: { worked: number; refused: number; cut: number };
}

const password = "correct horse battery";
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const calls = 5;

export async function run(stage: BenchStage): Promise<void> {
  const people = stage.count(0, 200, 2);
  for (const audience of stage.size(["public", "class"], ["class"])) {
    const venue = await stage.bareVenue({ AUDIENCE: audience, LIMITS: "" });
    const tally: Tally = {};
    const streams: StreamClient[] = [];
    const began = performance.now();
    await Promise.all(
      Array.from({ length: people }, (_, at) =>
        live(venue.address, `pupil${at}@example.org`, { tally, streams }),
      ),
    );
    const tookMs = performance.now() - began;
    for (const { socket } of streams) socket.close();
    console.log(`AUDIENCE=${audience}: ${people} people in ${(tookMs / 1000).toFixed(1)} s`);
    console.table(tally);
    await venue.kill();
  }
}

/** What one of them does. Each step is tried once; what follows from one that failed is not. */
async function live(
  address: string,
  account: string,
  { tally, streams }: { tally: Tally; streams: StreamClient[] },
): Promise<void> {
  const step = async <T>(name: string, act: () => Promise<T | undefined>): Promise<T> => {
    const row = (tally[name] ??= { worked: 0, refused: 0, cut: 0 });
    let done: T | undefined;
    try {
      done = await act();
    } catch {
      row.cut += 1;
      throw new Stopped();
    }
    if (done === undefined) row.refused += 1;
    else row.worked += 1;
    if (done === undefined) throw new Stopped();
    return done;
  };
  const post = async (path: string, body: object) => {
    const answer = await fetch(address + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { status, data } = await readAnswer(answer);
    return status === 0 ? data : undefined;
  };
  const who = { account, logintype: "email" };
  try {
    await step("opened", async () => ((await fetch(`${address}/config.json`)).ok ? 1 : undefined));
    await step("registered", () => post(api.session.reg.path, { ...who, password }));
    const { token, player } = (await step("logged in", () =>
      post(api.session.login.path, { ...who, loginway: "password", verifykey: password }),
    )) as { token: string; player: { id: string } };
    const signed = () =>
      signRequest({ id: player.id, token }, makeNonce(random), Math.floor(Date.now() / 1000));
    await step("stream", async () => {
      const stream = await new StreamClient(`${address.replace("http", "ws")}/api/ws`).open();
      streams.push(stream);
      const answer = await stream.answer({ op: "auth", id: "a", ...signed() });
      return answer["status"] === "error" ? undefined : 1;
    });
    for (let at = 0; at < calls; at++)
      await step("calls", async () => {
        const answer = await fetch(address + api.account.userInfo.path, {
          headers: { ...signed() },
        });
        return (await readAnswer(answer)).status === 0 ? 1 : undefined;
      });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

class Stopped extends Error {}
