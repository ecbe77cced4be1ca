/** SHA-256 (FIPS 180-4) for the few bytes of an address, where a browser's own answers only later. */
import { rootFractions } from "./sha2-constants.ts";

const roundConstants = rootFractions(64, 3, 32).map((bits) => Number(bits) | 0);
const initialState = rootFractions(8, 2, 32).map((bits) => Number(bits) | 0);

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((message.length + 72) & ~63);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);

  const state = [...initialState];
  const words = new Int32Array(64);
  const word = (at: number) => words[at] ?? 0;
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + at * 4);
    for (let at = 16; at < 64; at++) {
      const [early, late] = [word(at - 15), word(at - 2)];
      const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[at] = word(at - 16) + s0 + word(at - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < 64; at++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[at] ?? 0) + word(at)) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at] = ((state[at] ?? 0) + value) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((value, at) => digest.setInt32(at * 4, value));
  return new Uint8Array(digest.buffer);
}
