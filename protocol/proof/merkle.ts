/** The Merkle tree of RFC 6962 (2.1): hashes of 32 bytes, SHA-256 handed in, so that it may answer at once or later. */

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** The hash of a leaf that is this text. */
export async function leafHash(sha256: Sha256, text: string): Promise<Uint8Array> {
  return sha256(joined(0, new TextEncoder().encode(text)));
}

/** The root over hashes of leaves; of none it is the hash of nothing. */
export async function merkleRoot(
  sha256: Sha256,
  leaves: readonly Uint8Array[],
): Promise<Uint8Array> {
  const [first] = leaves;
  if (first === undefined) return sha256(new Uint8Array(0));
  if (leaves.length === 1) return first;
  const left = splitOf(leaves.length);
  return nodeHash(
    sha256,
    await merkleRoot(sha256, leaves.slice(0, left)),
    await merkleRoot(sha256, leaves.slice(left)),
  );
}

/** The siblings on the way from the leaf at `at` up to the root. */
export async function merklePath(
  sha256: Sha256,
  leaves: readonly Uint8Array[],
  at: number,
): Promise<Uint8Array[]> {
  if (leaves.length <= 1) return [];
  const left = splitOf(leaves.length);
  const isLeft = at < left;
  const [own, other] = isLeft
    ? [leaves.slice(0, left), leaves.slice(left)]
    : [leaves.slice(left), leaves.slice(0, left)];
  return [
    ...(await merklePath(sha256, own, isLeft ? at : at - left)),
    await merkleRoot(sha256, other),
  ];
}

/**
 * The root that a path leads to from the leaf at `at` of `size` leaves (RFC 9162, 2.1.3.2); undefined where
 * no path of a tree of that size is as long as this one.
 */
export async function rootOfPath(
  sha256: Sha256,
  leaf: Uint8Array,
  { at, size, path }: { at: number; size: number; path: readonly Uint8Array[] },
): Promise<Uint8Array | undefined> {
  if (!Number.isSafeInteger(at) || !Number.isSafeInteger(size) || at < 0 || at >= size)
    return undefined;
  let [place, last, root] = [at, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      root = await nodeHash(sha256, sibling, root);
      while (place % 2 === 0 && place > 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      root = await nodeHash(sha256, root, sibling);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

function nodeHash(
  sha256: Sha256,
  left: Uint8Array,
  right: Uint8Array,
): Uint8Array | Promise<Uint8Array> {
  return sha256(joined(1, left, right));
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function joined(mark: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 1));
  bytes[0] = mark;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
