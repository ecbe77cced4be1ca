/** The cryptography that a check of a receipt needs, as every platform has it. */
export interface CheckDeps {
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** Whether a signature (r and s) over SHA-256 of the bytes is that of a key of P-256 (65 bytes); false for what is no key. */
  verify: (
    publicKey: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
  /** AES-128-CTR from counter 0. */
  keystream: (key: Uint8Array<ArrayBuffer>, length: number) => Promise<Uint8Array>;
}

/** What is used of `crypto.subtle`. */
interface Subtle<Key> {
  digest(algorithm: "SHA-256", bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  importKey(
    format: "raw",
    bytes: Uint8Array<ArrayBuffer>,
    algorithm: { name: string; namedCurve?: string },
    extractable: false,
    uses: ("verify" | "encrypt")[],
  ): Promise<Key>;
  verify(
    algorithm: { name: string; hash: string },
    key: Key,
    signature: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
  encrypt(
    algorithm: { name: string; counter: Uint8Array<ArrayBuffer>; length: number },
    key: Key,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<ArrayBuffer>;
}

/** The deps of WebCrypto, which browsers and Node share; browsers have it in secure contexts only. */
export function webCryptoDeps<Key>(subtle: Subtle<Key>): CheckDeps {
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
    async verify(publicKey, signature, bytes) {
      try {
        const key = await subtle.importKey(
          "raw",
          publicKey,
          { name: "ECDSA", namedCurve: "P-256" },
          false,
          ["verify"],
        );
        return await subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, bytes);
      } catch {
        return false;
      }
    },
    async keystream(seed, length) {
      const key = await subtle.importKey("raw", seed, { name: "AES-CTR" }, false, ["encrypt"]);
      return new Uint8Array(
        await subtle.encrypt(
          { name: "AES-CTR", counter: new Uint8Array(16), length: 64 },
          key,
          new Uint8Array(length),
        ),
      );
    },
  };
}
