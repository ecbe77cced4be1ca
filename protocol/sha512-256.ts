/** SHA-512/256 (FIPS 180-4, 5.3.6.2), which one network makes its checksums of. */
import { rootFractions } from "./sha2-constants.ts";

const wide = (value: bigint) => BigInt.asUintN(64, value);
const turned = (word: bigint, bits: bigint) => wide((word >> bits) | (word << (64n - bits)));

const roundConstants = rootFractions(80, 3, 64);
const initialState = [
  0x22312194fc2bf72cn,
  0x9f555fa3c84c64c2n,
  0x2393b86b6f53b151n,
  0x963877195940eabdn,
  0x96283ee2a88effe3n,
  0xbe5e1e2553863992n,
  0x2b0199fc2c85b8aan,
  0x0eb72ddc81c52ca2n,
];

/** 32 bytes. */
export function sha512to256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((message.length + 144) & ~127);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = [...initialState];
  for (let offset = 0; offset < padded.length; offset += 128)
    addBlock(
      state,
      Array.from({ length: 16 }, (_, at) => view.getBigUint64(offset + at * 8)),
    );
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, at) => digest.setBigUint64(at * 8, word));
  return new Uint8Array(digest.buffer).slice(0, 32);
}

function addBlock(state: bigint[], words: bigint[]): void {
  const word = (at: number) => words[at] ?? 0n;
  for (let at = 16; at < 80; at++) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const s0 = turned(early, 1n) ^ turned(early, 8n) ^ (early >> 7n);
    const s1 = turned(late, 19n) ^ turned(late, 61n) ^ (late >> 6n);
    words[at] = wide(word(at - 16) + s0 + word(at - 7) + s1);
  }
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  for (let at = 0; at < 80; at++) {
    const s1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
    const t1 = wide(h + s1 + ((e & f) ^ (wide(~e) & g)) + (roundConstants[at] ?? 0n) + word(at));
    const s0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
    const t2 = wide(s0 + ((a & b) ^ (a & c) ^ (b & c)));
    [h, g, f, e, d, c, b, a] = [g, f, e, wide(d + t1), c, b, a, wide(t1 + t2)];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at] = wide((state[at] ?? 0n) + value)));
}
