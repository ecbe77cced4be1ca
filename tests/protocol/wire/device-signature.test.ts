import { createHash, webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import {
  deviceKeyAlgorithm,
  deviceSigning,
  noContent,
  readDeviceSignature,
  signAsDevice,
  signedBytes,
  streamCall,
} from "#protocol/wire/device-signature.ts";

const headers = { nonce: "0a1b2c3", timestamp: "1700000000", userid: "42", sign: "UNUSED" };
const call = {
  method: "POST" as const,
  path: "/api/coin/placeOrder",
  query: new URLSearchParams("b=2&a=1&b=1"),
  content: noContent,
};
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("what is signed: version, method, path, query by name, time, nonce, content and user, a line each", () => {
  expect(text(signedBytes(call, headers))).toBe(
    `v2\nPOST\n/api/coin/placeOrder\na=1&b=2&b=1\n1700000000\n0a1b2c3\n${noContent}\n42`,
  );
  expect(call.query.toString()).toBe("b=2&a=1&b=1");
  expect(text(signedBytes(streamCall, headers))).toBe(
    `v2\nSTREAM\n/api/ws\n\n1700000000\n0a1b2c3\n${noContent}\n42`,
  );
  expect(noContent).toBe(createHash("sha256").digest("base64url"));
});

test("a signature by WebCrypto is read back and verifies, and of other bytes it does not", async () => {
  const { subtle } = webcrypto;
  const pair = (await subtle.generateKey(deviceKeyAlgorithm, false, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const value = await signAsDevice(call, headers, (bytes) =>
    subtle.sign(deviceSigning, pair.privateKey, bytes),
  );
  const read = readDeviceSignature(value);
  expect(read?.content).toBe(noContent);
  const verifies = (bytes: Uint8Array<ArrayBuffer>) =>
    subtle.verify(
      deviceSigning,
      pair.publicKey,
      Buffer.from(read?.signature ?? "", "base64url"),
      bytes,
    );
  expect(await verifies(signedBytes(call, headers))).toBe(true);
  expect(await verifies(signedBytes({ ...call, method: "GET" }, headers))).toBe(false);
  expect(await verifies(signedBytes(call, { ...headers, userid: "43" }))).toBe(false);
});

const [content, signature] = ["a".repeat(42) + "-", "_".repeat(85) + "9"];

test("a header of its form is read into its parts", () => {
  expect(readDeviceSignature(`${content}.${signature}`)).toEqual({ content, signature });
});

test.each([
  null,
  undefined,
  "",
  content,
  `${content}.`,
  `${content}${signature}`,
  `.${signature}`,
  `x${content}.${signature}`,
  `${content}.${signature}x`,
  `${content}.${signature}\n`,
  `${content.slice(1)}.${signature}`,
  `${content}.${signature.slice(1)}`,
  `${content.slice(1)}+.${signature}`,
  `${content}.${signature.slice(1)}/`,
])("%j is none", (value) => {
  expect(readDeviceSignature(value)).toBeUndefined();
});
