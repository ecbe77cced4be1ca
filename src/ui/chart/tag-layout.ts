import type { Area } from "./chart-scale.ts";

/** Half the height of a tag, CSS px. */
export const tagHalfPx = 9;

/** Where the tag of a line stands; canvas px. */
export interface TagPlace {
  /** Index of the line. */
  at: number;
  /** Where the line itself is. */
  level: number;
  /** Middle of the tag: at the line, or as near as the other tags leave room. */
  middle: number;
  /** The edge beyond which the line lies; null where it is in view. */
  beyond: "above" | "below" | null;
  /** How many lines farther beyond that edge the tag stands for as well. */
  more: number;
}

/** A stretch from top to bottom, such as the tag of the last price takes; canvas px. */
export interface Taken {
  top: number;
  bottom: number;
}

/**
 * Places a tag of `height` for each line in `room`, so that none covers another or what is taken. Of the lines
 * beyond an edge of the `view` the nearest has its tag there. Where there is no room for all, the first lines have
 * theirs.
 */
export function placeTags(
  levels: readonly number[],
  view: Area,
  { room, taken, height }: { room: Area; taken: Taken | null; height: number },
): TagPlace[] {
  const lines = levels.map((level, at) => ({ at, level }));
  const isAbove = ({ level }: { level: number }) => level < view.top;
  const isBelow = ({ level }: { level: number }) => level > view.top + view.height;
  const above = lines.filter(isAbove).toSorted((a, b) => b.level - a.level);
  const below = lines.filter(isBelow).toSorted((a, b) => a.level - b.level);
  const inside = lines.filter((line) => !isAbove(line) && !isBelow(line));
  const wanted: TagPlace[] = [
    ...above.slice(0, 1).map((line) => place(line, "above", above.length - 1)),
    ...below.slice(0, 1).map((line) => place(line, "below", below.length - 1)),
    ...inside.map((line) => place(line, null, 0)),
  ];
  const bottom = room.top + room.height;
  const stretches = taken
    ? [
        { top: room.top, bottom: Math.min(bottom, taken.top) },
        { top: Math.max(room.top, taken.bottom), bottom },
      ]
    : [{ top: room.top, bottom }];
  const [upper = 0, lower = 0] = stretches.map((free) =>
    Math.max(0, Math.floor((free.bottom - free.top) / height)),
  );
  const tags = wanted
    .toSorted((a, b) => Number(a.beyond === null) - Number(b.beyond === null) || a.at - b.at)
    .slice(0, upper + lower)
    .toSorted((a, b) => a.level - b.level);
  const middle = taken ? (taken.top + taken.bottom) / 2 : Infinity;
  const higher = tags.filter(({ level }) => level < middle).length;
  const split = Math.min(upper, Math.max(higher, tags.length - lower));
  settle(tags.slice(0, split), stretches[0], height);
  settle(tags.slice(split), stretches[1], height);
  return tags;
}

function place(
  { at, level }: { at: number; level: number },
  beyond: TagPlace["beyond"],
  more: number,
): TagPlace {
  return { at, level, middle: level, beyond, more };
}

/** Moves tags, which come from the top to the bottom, apart and into a free stretch. */
function settle(tags: readonly TagPlace[], free: Taken | undefined, height: number): void {
  if (!free) return;
  let least = free.top + height / 2;
  for (const tag of tags) {
    tag.middle = Math.max(tag.level, least);
    least = tag.middle + height;
  }
  let most = free.bottom - height / 2;
  for (const tag of tags.toReversed()) {
    tag.middle = Math.min(tag.middle, most);
    most = tag.middle - height;
  }
}

/** The stretch that the tag of the last price takes, two lines tall and held within the prices; and its first line's middle. */
export function lastTagPlace(area: Area, level: number, ratio: number): Taken & { middle: number } {
  const middle = Math.max(
    area.top + tagHalfPx * ratio,
    Math.min(area.top + area.height - 24 * ratio, level),
  );
  return {
    middle,
    top: middle - tagHalfPx * ratio,
    bottom: middle + lastTagHalves * tagHalfPx * ratio,
  };
}

/** How far a tag of two lines reaches below the middle of its first one, in halves of a tag. */
const lastTagHalves = 2.4;
