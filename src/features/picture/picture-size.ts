export interface PixelSize {
  width: number;
  height: number;
}

/** Bytes in which the size of a picture stands, also behind the preview that cameras put before it. */
export const sizeBytes = 524_288;

/** Pixels from a file's header, before anything is decoded; undefined where they do not stand in these bytes. */
export function pictureSize(
  head: Uint8Array,
  kind: "jpeg" | "png" | "webp",
): PixelSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (kind === "png") return { width: view.getUint32(16), height: view.getUint32(20) };
    return kind === "webp" ? webpSize(view) : jpegSize(view);
  } catch {
    // The header ends early: the decoder will say what is wrong with it.
    return undefined;
  }
}

/** Goes from marker to marker up to the frame's. */
function jpegSize(view: DataView): PixelSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which stand between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function webpSize(view: DataView): PixelSize | undefined {
  const form = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (form === "VP8X") return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  if (form === "VP8 ")
    return { width: view.getUint16(26, true) % 16_384, height: view.getUint16(28, true) % 16_384 };
  if (form !== "VP8L") return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1 };
}
