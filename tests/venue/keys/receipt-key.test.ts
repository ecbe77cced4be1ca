import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";

test("each signature has 64 bytes and holds, also where r or s begins with zeros", () => {
  const key = receiptKeyOf("7".repeat(64));
  const point = Buffer.from(key.publicKey, "base64url");
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33) };
  const publicKey = createPublicKey({ format: "jwk", key: jwk });
  let short = 0;
  for (let at = 0; at < 2000; at++) {
    const hash = at.toString(16).padStart(64, "0");
    const signature = Buffer.from(key.sign(hash), "base64url");
    expect(signature).toHaveLength(64);
    if (signature[0] === 0 || signature[32] === 0) short += 1;
    expect(
      verify(
        "sha256",
        Buffer.from(hash, "hex"),
        { key: publicKey, dsaEncoding: "ieee-p1363" },
        signature,
      ),
    ).toBe(true);
  }
  // One in 128, by chance: none of 2,000 is less likely than one in a million.
  expect(short).toBeGreaterThan(0);
});
