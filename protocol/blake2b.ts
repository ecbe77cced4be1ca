/** BLAKE2b (RFC 7693) without a key. */

const wide = (value: bigint) => BigInt.asUintN(64, value);
const turned = (word: bigint, bits: bigint) => wide((word >> bits) | (word << (64n - bits)));

const initialState = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** In which order a round takes the words of a block, as hex digits; the last two are the first two again. */
const orders = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
  "0123456789abcdef",
  "ea489fd61c02b753",
].map((order) => Array.from(order, (digit) => Number.parseInt(digit, 16)));

/** Columns, then diagonals. */
const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

const blockBytes = 128;

/** @param length bytes of the digest, 1 to 64 */
export function blake2b(message: Uint8Array, length: number): Uint8Array {
  const state = initialState.map((word, at) =>
    at === 0 ? word ^ 0x01010000n ^ BigInt(length) : word,
  );
  const blocks = Math.max(1, Math.ceil(message.length / blockBytes));
  const padded = new Uint8Array(blocks * blockBytes);
  padded.set(message);
  for (let block = 0; block < blocks; block++) {
    const isLast = block === blocks - 1;
    compress(
      state,
      new DataView(padded.buffer, block * blockBytes),
      BigInt(isLast ? message.length : (block + 1) * blockBytes),
      isLast,
    );
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, at) => digest.setBigUint64(at * 8, word, true));
  return new Uint8Array(digest.buffer).slice(0, length);
}

function compress(state: bigint[], block: DataView, bytes: bigint, isLast: boolean): void {
  const v = [...state, ...initialState];
  const get = (at: number) => v[at] ?? 0n;
  v[12] = get(12) ^ bytes;
  if (isLast) v[14] = wide(~get(14));
  for (const order of orders) {
    quarters.forEach(([a, b, c, d], at) => {
      const word = (which: number) => block.getBigUint64((order[at * 2 + which] ?? 0) * 8, true);
      v[a] = wide(get(a) + get(b) + word(0));
      v[d] = turned(get(d) ^ get(a), 32n);
      v[c] = wide(get(c) + get(d));
      v[b] = turned(get(b) ^ get(c), 24n);
      v[a] = wide(get(a) + get(b) + word(1));
      v[d] = turned(get(d) ^ get(a), 16n);
      v[c] = wide(get(c) + get(d));
      v[b] = turned(get(b) ^ get(c), 63n);
    });
  }
  state.forEach((word, at) => (state[at] = word ^ get(at) ^ get(at + 8)));
}
