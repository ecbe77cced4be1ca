/** An address in groups of four characters, which are easier to compare. */
export function groupsOf(address: string): string[] {
  return address.match(/.{1,4}/gsu) ?? [];
}

/** Two strings split by where they differ: the common start, the different middles, the common end. */
export interface Difference {
  start: string;
  left: string;
  right: string;
  end: string;
}

export function differenceOf(left: string, right: string): Difference {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  return {
    start: left.slice(0, head),
    left: left.slice(head, left.length - tail),
    right: right.slice(head, right.length - tail),
    end: tail === 0 ? "" : left.slice(-tail),
  };
}

/** The first and last characters of an address, to name it; never to copy from. */
export function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`;
}
