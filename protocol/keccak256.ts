/** Keccak-256 as Ethereum has it: SHA-3's permutation with the padding it had before it was a standard. */

const mask = 2n ** 64n - 1n;
const rate = 136;

const rotated = (lane: bigint, bits: number) =>
  ((lane << BigInt(bits)) | (lane >> BigInt(64 - bits))) & mask;

/** Round constants: bits of a shift register, at the places 2^j - 1 of a lane. */
function makeRoundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** j - 1);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    return constant;
  });
}

const roundConstants = makeRoundConstants();

/** Where each lane goes in a round, and how far it is turned. */
const moves = Array.from({ length: 24 }, (_, t) => ({
  bits: (((t + 1) * (t + 2)) / 2) % 64,
})).reduce<{ x: number; y: number; list: { from: number; to: number; bits: number }[] }>(
  ({ x, y, list }, { bits }) => {
    const [nextX, nextY] = [y, (2 * x + 3 * y) % 5];
    return {
      x: nextX,
      y: nextY,
      list: [...list, { from: x + 5 * y, to: nextX + 5 * nextY, bits }],
    };
  },
  { x: 1, y: 0, list: [] },
).list;

function permute(lanes: bigint[]): void {
  const lane = (at: number) => lanes[at] ?? 0n;
  for (const constant of roundConstants) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => lane(x) ^ lane(x + 5) ^ lane(x + 10) ^ lane(x + 15) ^ lane(x + 20),
    );
    for (let at = 0; at < 25; at++)
      lanes[at] =
        lane(at) ^ (columns[(at + 4) % 5] ?? 0n) ^ rotated(columns[(at + 1) % 5] ?? 0n, 1);
    const moved = [...lanes];
    for (const { from, to, bits } of moves)
      moved[to] = bits === 0 ? lane(from) : rotated(lane(from), bits);
    for (let at = 0; at < 25; at++) {
      const row = at - (at % 5);
      const of = (x: number) => moved[row + (x % 5)] ?? 0n;
      lanes[at] = of(at % 5) ^ (~of((at % 5) + 1) & mask & of((at % 5) + 2));
    }
    lanes[0] = lane(0) ^ constant;
  }
}

/** 32 bytes. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / rate) + 1) * rate);
  padded.set(message);
  padded[message.length] = 1;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  const view = new DataView(padded.buffer);
  const lanes = Array.from({ length: 25 }, () => 0n);
  for (let offset = 0; offset < padded.length; offset += rate) {
    for (let at = 0; at < rate / 8; at++)
      lanes[at] = (lanes[at] ?? 0n) ^ view.getBigUint64(offset + at * 8, true);
    permute(lanes);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let at = 0; at < 4; at++) digest.setBigUint64(at * 8, lanes[at] ?? 0n, true);
  return new Uint8Array(digest.buffer);
}
