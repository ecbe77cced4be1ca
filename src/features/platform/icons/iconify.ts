/**
 * Iconify's JSON format, as far as an icon needs it: sizes and offsets of the set or of an icon, and aliases
 * that rotate or mirror another icon.
 */

interface IconFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  rotate: number;
  hFlip: boolean;
  vFlip: boolean;
}

const defaultSize = 16;
const maxSize = 1024;
const maxBody = 100_000;
const maxAliases = 5;

/** What the address of each picture begins with. */
export const pictureAddress = "data:image/svg+xml,";

/** The SVG document of a picture; empty where its address is none. */
export function textOfPicture(address: string): string {
  try {
    return decodeURIComponent(address.slice(pictureAddress.length));
  } catch {
    return "";
  }
}

/** Converts Iconify JSON to data URLs by name. Shown as images, scripts in them cannot run. */
export function readIcons(value: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const icons = recordIn(value, "icons");
  const aliases = recordIn(value, "aliases");
  for (const name of new Set([...Object.keys(icons), ...Object.keys(aliases)])) {
    const svg = drawing(name, icons, aliases, value);
    if (svg !== undefined) found.set(name, `${pictureAddress}${encodeURIComponent(svg)}`);
  }
  return found;
}

/** The SVG of an icon. An alias overrides its parent; rotations add up and two mirrorings cancel out. */
function drawing(
  name: string,
  icons: Record<string, unknown>,
  aliases: Record<string, unknown>,
  set: unknown,
): string | undefined {
  const chain: unknown[] = [];
  let at = name;
  while (!Object.hasOwn(icons, at)) {
    const alias = Object.hasOwn(aliases, at) ? aliases[at] : undefined;
    const parent = own(alias, "parent");
    if (typeof parent !== "string" || chain.length >= maxAliases) return undefined;
    chain.push(alias);
    at = parent;
  }
  const icon = icons[at];
  const body = own(icon, "body");
  if (typeof body !== "string" || body.length > maxBody) return undefined;
  return framed(body, frameOf([...chain, icon], set));
}

function frameOf(chain: readonly unknown[], set: unknown): IconFrame {
  const first = (name: string) =>
    [...chain, set].map((level) => own(level, name)).find((given) => given !== undefined);
  const size = (name: string) => {
    const given = first(name);
    return typeof given === "number" && given > 0 && given <= maxSize ? given : defaultSize;
  };
  const offset = (name: string) => {
    const given = first(name);
    return typeof given === "number" && Math.abs(given) <= maxSize ? given : 0;
  };
  const turns = chain.reduce<number>((sum, level) => {
    const given = own(level, "rotate");
    return sum + (typeof given === "number" && Number.isInteger(given) ? given : 0);
  }, 0);
  const mirrored = (name: string) =>
    chain.filter((level) => own(level, name) === true).length % 2 === 1;
  return {
    left: offset("left"),
    top: offset("top"),
    width: size("width"),
    height: size("height"),
    rotate: ((turns % 4) + 4) % 4,
    hFlip: mirrored("hFlip"),
    vFlip: mirrored("vFlip"),
  };
}

function framed(
  body: string,
  { left, top, width, height, rotate, hFlip, vFlip }: IconFrame,
): string {
  const isTurned = rotate % 2 === 1;
  const [outerWidth, outerHeight] = isTurned ? [height, width] : [width, height];
  // Around the middle, and back to the icon's origin.
  const steps = [
    (rotate > 0 || hFlip || vFlip) && `translate(${outerWidth / 2} ${outerHeight / 2})`,
    rotate > 0 && `rotate(${rotate * 90})`,
    (hFlip || vFlip) && `scale(${hFlip ? -1 : 1} ${vFlip ? -1 : 1})`,
    (rotate > 0 || hFlip || vFlip) && `translate(${-(left + width / 2)} ${-(top + height / 2)})`,
  ].filter((step) => step !== false);
  return steps.length === 0
    ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}">${body}</svg>`
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${outerWidth} ${outerHeight}"><g transform="${steps.join(" ")}">${body}</g></svg>`;
}

function recordIn(value: unknown, name: string): Record<string, unknown> {
  const record = own(value, name);
  return typeof record === "object" && record !== null ? (record as Record<string, unknown>) : {};
}

function own(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
