import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "../../../venue/http/http-server.ts";
import { readBody } from "../../../venue/http/read-body.ts";
import { defaultSettings } from "../../../venue/settings/settings.ts";

const mostBytes = 10;

/** A server that reads each body; what it read, and what it answers to raw bytes of one peer, who then leaves. */
async function startReader() {
  const bodies: unknown[] = [];
  const server = createHttpServer({
    settings: { ...defaultSettings, port: 0 },
    upgrade: () => false,
    fetch: async (request) => {
      bodies.push(await readBody(request, mostBytes));
      return new Response("read");
    },
  });
  const port = await server.listen();
  onTestFinished(() => server.close(0));
  const send = (headers: string, body: string | Uint8Array) =>
    new Promise<string>((done) => {
      let said = "";
      const peer = connect(port, "127.0.0.1", () => {
        peer.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n\r\n`);
        peer.end(body);
      });
      peer.on("error", () => undefined);
      peer.on("data", (chunk) => (said += chunk.toString()));
      peer.on("close", () => done(said.slice(9, 12)));
    });
  return { bodies, send };
}

test.each([
  ["of its length", "Content-Length: 5", "abcde", { text: "abcde" }],
  ["as long as may be", "Content-Length: 10", "abcdefghij", { text: "abcdefghij" }],
  ["a byte longer", "Content-Length: 11", "abcdefghijk", { fault: "too-large" }],
  ["said to be long", "Content-Length: 99999999", "abc", { fault: "too-large" }],
  ["of none", "Content-Length: 0", "", { text: "" }],
  ["in chunks", "Transfer-Encoding: chunked", "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", { text: "abc" }],
  [
    "in chunks that are too many",
    "Transfer-Encoding: chunked",
    "6\r\nabcdef\r\n6\r\nabcdef\r\n0\r\n\r\n",
    { fault: "too-large" },
  ],
  [
    "of bytes that are no text",
    "Content-Length: 2",
    new Uint8Array([255, 254]),
    { fault: "not-utf8" },
  ],
])("a body %s", async (_name, headers, body, expected) => {
  const { bodies, send } = await startReader();
  await send(headers, body);
  expect(bodies).toEqual([expected]);
});

test("a body longer than its length says is read up to it", async () => {
  const { bodies, send } = await startReader();
  await send("Content-Length: 3", "abcdefgh".repeat(100));
  expect(bodies).toEqual([{ text: "abc" }]);
});

test("a body that ends before its length is no body", async () => {
  const { bodies, send } = await startReader();
  await send("Content-Length: 9", "abc");
  await expect.poll(() => bodies).toEqual([{ fault: "cut-off" }]);
});

test.each([
  ["two lengths", "Content-Length: 3\r\nContent-Length: 9"],
  ["a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked"],
  ["a length below zero", "Content-Length: -3"],
  ["a length in words", "Content-Length: three"],
])("%s are refused before anything is read", async (_name, headers) => {
  const { bodies, send } = await startReader();
  expect(await send(headers, "abc")).toBe("400");
  expect(bodies).toEqual([]);
});
