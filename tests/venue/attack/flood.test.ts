/**
 * One address that floods the venue: half-open requests, bodies that never end, log-ins all at once and large uploads.
 * Those at another address are served meanwhile, and nothing of it stays. Times are printed, not judged.
 */
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { freePort } from "../../harness/free-port.ts";
import { runVenue } from "../../harness/venue/running-venue.ts";
import { reportTrials } from "../../harness/trials.ts";
import { askBeside } from "./ask-beside.ts";

/** `FLOOD=1` for all of it; a tenth else. */
const share = process.env["FLOOD"] === undefined ? 0.1 : 1;
const flood = {
  halfOpen: Math.round(500 * share),
  endless: Math.round(200 * share),
  logins: Math.round(64 * share),
  uploads: Math.round(10 * share),
};
const seconds = share < 1 ? 2 : 4;
const asksPerSecond = 100;
const mostMemoryMb = 512;

const loginPath = api.session.login.path;
const filesPath = api.upload.pictureFiles.path;

/** The loopback network has many addresses: a stranger's, and those of others. */
const elsewhere = Array.from({ length: 10 }, (_, at) => `127.0.0.${at + 2}`);

test("who floods from one address stops nobody at another, and leaves nothing behind", async () => {
  const operatorPort = await freePort();
  const venue = await runVenue(temporaryDirectory(), { OPERATOR_PORT: String(operatorPort) });
  onTestFinished(() => venue.dispose());
  const asks = (begun?: () => void) =>
    askBeside(
      {
        kind: "asking beside",
        port: venue.port,
        path: "/api/htx/getMergedTickerRank?sort=vol&limit=20",
        localAddresses: elsewhere,
        perSecond: asksPerSecond,
        seconds,
      },
      begun,
    );
  const figures = async () => {
    const text = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
    return { mb: read("process_resident_memory_bytes") / 2 ** 20, files: read("process_open_fds") };
  };

  const idle = await asks();
  expect(idle.statuses).toEqual([200]);
  const before = await figures();

  const underWay = Promise.withResolvers<void>();
  const asked = asks(underWay.resolve);
  await underWay.promise;
  const sockets: Socket[] = [];
  const hold = (text: string): Socket => {
    const socket = connect(venue.port, "127.0.0.1", () => socket.write(text));
    // What the venue ends is ended as it wants.
    socket.on("error", () => undefined);
    sockets.push(socket);
    return socket;
  };
  for (let at = 0; at < flood.halfOpen; at += 1) hold("GET / HTTP/1.1\r\nHost: x\r\n");
  const endless = Array.from({ length: flood.endless }, () =>
    hold(
      `POST ${loginPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    ),
  );
  const drip = setInterval(() => {
    for (const socket of endless) if (socket.writable) socket.write(" ");
  }, 200);
  onTestFinished(() => clearInterval(drip));
  const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`http://127.0.0.1:${venue.port}${path}`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    }).then(
      ({ status }) => status,
      // A connection beyond what one address may have.
      () => 0,
    );
  const login = JSON.stringify({
    account: "nobody@example.org",
    logintype: "email",
    loginway: "password",
    verifykey: "a wrong password",
  });
  const others = Promise.all([
    ...Array.from({ length: flood.logins }, () => post(loginPath, "application/json", login)),
    ...Array.from({ length: flood.uploads }, () =>
      post(filesPath, "multipart/form-data; boundary=x", new Uint8Array(5 << 20)),
    ),
  ]);
  const under = await asked;
  const during = await figures();
  expect(under.statuses).toEqual([200]);
  expect((await others).filter((status) => status >= 500 && status !== 503)).toEqual([]);
  expect(during.mb).toBeLessThan(mostMemoryMb);

  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await figures()).files).toBeLessThan(before.files + 20);
  console.log(
    `flood: p99 ${idle.p99.toFixed(0)} ms before, ${under.p99.toFixed(0)} ms under it, ${during.mb.toFixed(0)} MB`,
  );
  reportTrials("answers to others under a flood", seconds * asksPerSecond, under.failed);
}, 120_000);
