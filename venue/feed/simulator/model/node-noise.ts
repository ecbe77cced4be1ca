import { createCipheriv, createHash, createHmac, createSecretKey } from "node:crypto";
import type { Noise } from "./noise.ts";

/** The simulator's randomness from `node:crypto`. */
export function createNodeNoise(master: Uint8Array | string): Noise {
  // A key object is set up once: a digest then takes a fifth of the time.
  const key = createSecretKey(typeof master === "string" ? Buffer.from(master) : master);
  const counter = Buffer.alloc(16);
  let zeros = Buffer.alloc(0);
  return {
    hmac: (message) => createHmac("sha256", key).update(message).digest(),
    keystream(seed, length) {
      if (zeros.length !== length) zeros = Buffer.alloc(length);
      const bytes = createCipheriv("aes-128-ctr", seed, counter).update(zeros);
      // Not a Buffer, whose `slice` shares memory; and words are read from it, so it must start at one.
      return bytes.byteOffset % 4 === 0
        ? new Uint8Array(bytes.buffer, bytes.byteOffset, length)
        : new Uint8Array(bytes);
    },
    sha256: (data) => createHash("sha256").update(data).digest("hex"),
  };
}
