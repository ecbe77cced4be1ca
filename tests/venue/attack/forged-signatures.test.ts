/**
 * Calls that are signed as they should be, and calls in which one thing is not: every right one is served, no other is,
 * and no other changes anything. Sessions of both signatures, at any second of the window.
 */
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { type DeviceCall, deviceSignatureHeader } from "#protocol/wire/device-signature.ts";
import { badMessage, unauthorized } from "#protocol/wire/error-codes.ts";
import { makeNonce, type SignedHeaders, signRequest } from "#protocol/wire/signature.ts";
import { reportTrials } from "../../harness/trials.ts";
import { drawsOf } from "../../harness/venue/draws.ts";
import { readAnswer, startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";
import type { TestDevice } from "../../harness/venue/test-device.ts";

/** `SIG_TRIALS=20000` for a longer look. */
const trials = Number(process.env["SIG_TRIALS"] ?? 150);
/** Seconds that a signer's clock may be behind and ahead. */
const [mostBehind, mostAhead] = [60, 30];

const draws = drawsOf("forged");

interface Signer {
  session: { id: string; token: string };
  /** Its session is one of signature v2. */
  device: TestDevice | undefined;
}

interface Sent {
  method: Endpoint["method"];
  path: string;
  query: URLSearchParams;
  body: string;
  headers: Record<string, string>;
}

/** Changes one thing of a call that was right; `other` is somebody else who is logged in. */
type Forgery = (sent: Sent, own: Signer, other: Signer) => void;

const anyForgeries: Readonly<Record<string, Forgery>> = {
  nonce: ({ headers }) => changeDigit(headers, "nonce", "0123456789abcdef"),
  signature: ({ headers }) => changeDigit(headers, "sign", "0123456789ABCDEF"),
  time: ({ headers }) =>
    void (headers["timestamp"] = String(
      Number(headers["timestamp"]) + draws.oneOf([-2, -1, 1, 2]),
    )),
  "another's id": ({ headers }, _own, other) => void (headers["userid"] = other.session.id),
  "a lower-case signature": ({ headers }) =>
    void (headers["sign"] = `a${headers["sign"]?.slice(1).toLowerCase()}`),
  "a missing header": ({ headers }) =>
    void delete headers[draws.oneOf(["nonce", "timestamp", "userid", "sign"])],
};

/** What the device's signature covers besides. */
const deviceForgeries: Readonly<Record<string, Forgery>> = {
  "no device's signature": ({ headers }) => void delete headers[deviceSignatureHeader],
  "a byte of the device's signature": ({ headers }) => {
    const [hash = "", signature = ""] = (headers[deviceSignatureHeader] ?? "").split(".");
    const bytes = Buffer.from(signature, "base64url");
    const at = draws.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << draws.below(8));
    headers[deviceSignatureHeader] = `${hash}.${bytes.toString("base64url")}`;
  },
  "the content": (sent) => {
    if (sent.method === "POST") sent.body = sent.body.replace(/usdt/, "usdT");
    else sent.query.set("page", String(Number(sent.query.get("page")) + 1));
  },
  "the path": (sent) => {
    if (sent.method === "POST") sent.path = api.account.readNotices.path;
    else sent.path = api.contracts.contractOrders.path;
  },
};

const calls: readonly (() => Pick<Sent, "method" | "path" | "query" | "body">)[] = [
  () => ({
    ...api.spot.coinOrders,
    query: new URLSearchParams({ page: String(1 + draws.below(9)), size: "10" }),
    body: "",
  }),
  () => ({
    ...api.market.setCollect,
    query: new URLSearchParams(),
    body: JSON.stringify({ symbol: "btcusdt", collect: 1 }),
  }),
];

test(
  "a call is served where its signature is right, and not where anything of it is not",
  async () => {
    const venue = await startVenue();
    const signers = await signersOf(venue);
    const wrong: string[] = [];
    for (let trial = 0; trial < trials; trial += 1) {
      const own = draws.oneOf(signers);
      const other = draws.oneOf(signers.filter(({ session }) => session.id !== own.session.id));
      await star(venue, own, 0);
      const forgeries = { ...anyForgeries, ...(own.device && deviceForgeries) };
      const name = draws.oneOf([
        "",
        "",
        ...Object.keys(forgeries),
        "a time too early",
        "a time too late",
      ]);
      const sent = await signed(venue, own, offsetFor(name));
      forgeries[name]?.(sent, own, other);
      const { status } = await send(venue, sent);
      const isWrite = sent.method === "POST";
      const isStarred = (await starsOf(venue, own)).length > 0;
      const isRight = name === "";
      const isAsItShould = isRight
        ? status === 0 && isStarred === isWrite
        : [unauthorized, badMessage].includes(status) && !isStarred;
      if (!isAsItShould) wrong.push(`${own.device ? "v2" : "v1"} ${sent.path}, ${name}: ${status}`);
      // What was right once is not right again.
      if (isRight && (await send(venue, sent)).status !== badMessage)
        wrong.push(`${sent.path}: a replay`);
      await venue.wind(250);
    }
    expect(wrong).toEqual([]);
    reportTrials("calls with right and wrong signatures", trials);
  },
  60_000 + trials * 100,
);

async function signersOf(venue: TestVenue): Promise<Signer[]> {
  const signers: Signer[] = [];
  for (const name of ["ada", "bob"]) {
    const account = `${name}@example.org`;
    const { session } = await venue.user(account);
    const { client, device } = await venue.loginWithDevice(account);
    signers.push({ session: session!, device: undefined }, { session: client.session!, device });
  }
  return signers;
}

/** Seconds that the signer's clock is off. */
function offsetFor(name: string): number {
  if (name === "a time too early") return -mostBehind - 1 - draws.below(100);
  if (name === "a time too late") return mostAhead + 2 + draws.below(100);
  // Two seconds from the edges, so that a changed time is wrong for its signature alone.
  return -mostBehind + 2 + draws.below(mostBehind + mostAhead - 3);
}

async function signed(venue: TestVenue, { session, device }: Signer, off: number): Promise<Sent> {
  const { method, path, query, body } = draws.oneOf(calls)();
  const time = Math.floor(venue.now() / 1000) + off;
  const headers: SignedHeaders = signRequest(session, makeNonce(venue.random), time);
  const call: Omit<DeviceCall, "content"> = { method, path, query };
  return {
    method,
    path,
    query,
    body,
    headers: {
      ...headers,
      ...(device && { [deviceSignatureHeader]: await device.sign({ ...call, body }, headers) }),
    },
  };
}

async function send(venue: TestVenue, { method, path, query, body, headers }: Sent) {
  return readAnswer(
    await venue.fetch(method === "GET" ? `${path}?${query}` : path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "POST" && { body }),
    }),
  );
}

/** As the account's own list says, by a call that is signed as it should be. */
async function starsOf(venue: TestVenue, own: Signer): Promise<unknown[]> {
  const { data } = await asked(venue, own, { ...api.market.collect, body: "" });
  return data as unknown[];
}

function star(venue: TestVenue, own: Signer, collect: 0 | 1): Promise<unknown> {
  const body = JSON.stringify({ symbol: "btcusdt", collect });
  return asked(venue, own, { ...api.market.setCollect, body });
}

async function asked(
  venue: TestVenue,
  { session, device }: Signer,
  { method, path, body }: Pick<Sent, "method" | "path" | "body">,
) {
  const query = new URLSearchParams();
  const time = Math.floor(venue.now() / 1000);
  const headers = signRequest(session, makeNonce(venue.random), time);
  const sealed = device && {
    [deviceSignatureHeader]: await device.sign({ method, path, query, body }, headers),
  };
  return send(venue, { method, path, query, body, headers: { ...headers, ...sealed } });
}

function changeDigit(headers: Record<string, string>, name: string, digits: string): void {
  const text = headers[name] ?? "";
  const at = draws.below(text.length);
  const others = digits.split("").filter((digit) => digit !== text[at]);
  headers[name] = text.slice(0, at) + draws.oneOf(others) + text.slice(at + 1);
}
