import { type CheckSize, fault } from "./upload-fault.ts";

/** Baseline, extended and progressive: what phones and browsers write and show. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const marker = {
  quantisation: 0xdb,
  huffman: 0xc4,
  restart: 0xdd,
  scan: 0xda,
  end: 0xd9,
  app0: 0xe0,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;

/** A JFIF header of no preview and no other density than the pixels' own. */
const jfif = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** What the segments of tables may hold: tables to their end, and no room for anything else. */
const tables: ReadonlyMap<number, (data: Buffer) => boolean> = new Map([
  [
    marker.quantisation,
    (data) =>
      isRunOf(data, (at) =>
        (data[at] ?? 0xff) >> 4 > 1 ? undefined : 1 + 64 * (1 + ((data[at] ?? 0) >> 4)),
      ),
  ],
  [
    marker.huffman,
    (data) =>
      isRunOf(data, (at) =>
        (data[at] ?? 0xff) >> 4 > 1
          ? undefined
          : 17 + data.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0),
      ),
  ],
  [marker.restart, (data) => data.length === 2],
]);

/** Whether tables of these lengths fill the data exactly. */
function isRunOf(data: Buffer, lengthAt: (at: number) => number | undefined): boolean {
  let at = 0;
  while (at < data.length) {
    const length = lengthAt(at);
    if (length === undefined) return false;
    at += length;
  }
  return at === data.length && at > 0;
}

/** A JPEG from SOI to EOI, segment by segment (ITU T.81, B.1); see `cleanPicture`. */
export function cleanJpeg(
  bytes: Buffer,
  checkSize: CheckSize,
): { width: number; height: number; bytes: Uint8Array } {
  const size = frameOf(bytes);
  checkSize(size.width, size.height);
  const out = [bytes.subarray(0, 2)];
  let hasScan = false;
  let hasTables = false;
  let frameCount = 0;
  let at = 2;
  for (;;) {
    const { code, start } = markerAt(bytes, at);
    if (code === marker.end) {
      out.push(Buffer.from([0xff, marker.end]));
      at = start;
      break;
    }
    const segment = segmentAt(bytes, start);
    at = start + segment.length;
    const whole = () => out.push(Buffer.from([0xff, code]), segment);
    if (frames.has(code)) {
      frameCount += 1;
      whole();
    } else if (code === marker.scan) {
      if (frameCount !== 1 || !hasTables) fault("damaged");
      const end = scanEnd(bytes, at);
      whole();
      out.push(bytes.subarray(at, end));
      at = end;
      hasScan = true;
    } else if (tables.has(code)) {
      if (!tables.get(code)?.(segment.subarray(2))) fault("damaged");
      hasTables ||= code === marker.quantisation;
      whole();
    } else if (code === marker.app0 && segment.toString("latin1", 2, 7) === "JFIF\0") {
      if (out.length === 1) out.push(jfif);
    } else if (
      code === marker.app14 &&
      segment.length === 14 &&
      segment.toString("latin1", 2, 7) === "Adobe"
    ) {
      // Without it colors would be read as another kind of colors.
      whole();
    } else if (!(code >= marker.app0 && code <= marker.app15) && code !== marker.comment) {
      fault("damaged");
    }
  }
  if (!hasScan || frameCount !== 1 || at !== bytes.length) fault("damaged");
  return { ...size, bytes: Buffer.concat(out) };
}

/** Width and height as the first frame header says, whatever stands between. */
function frameOf(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; ;) {
    const { code, start } = markerAt(bytes, at);
    if (code === marker.scan || code === marker.end) fault("damaged");
    const segment = segmentAt(bytes, start);
    if (!frames.has(code)) {
      at = start + segment.length;
      continue;
    }
    const components = segment.length > 7 ? segment.readUInt8(7) : 0;
    if (
      ![1, 3, 4].includes(components) ||
      segment.length !== 8 + 3 * components ||
      segment.readUInt8(2) !== 8
    )
      fault("damaged");
    return { width: segment.readUInt16BE(5), height: segment.readUInt16BE(3) };
  }
}

/** The marker at a place, after any fill bytes. */
function markerAt(bytes: Buffer, at: number): { code: number; start: number } {
  if (bytes[at] !== 0xff) fault("damaged");
  let place = at + 1;
  while (bytes[place] === 0xff) place += 1;
  const code = bytes[place];
  if (code === undefined || code < 0xc0 || (code >= 0xd0 && code <= 0xd8)) return fault("damaged");
  return { code, start: place + 1 };
}

/** A segment with its length, without its marker. */
function segmentAt(bytes: Buffer, start: number): Buffer {
  const length = start + 2 <= bytes.length ? bytes.readUInt16BE(start) : 0;
  if (length < 2 || start + length > bytes.length) fault("damaged");
  return bytes.subarray(start, start + length);
}

/** Where the coded pixels end: at the first marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return fault("damaged");
}
