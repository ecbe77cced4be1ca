import { pictureBytes } from "#protocol/picture.ts";
import { type FileProblem, inspectFile, mostPixels } from "./inspect-file.ts";
import type { PixelSize } from "./picture-size.ts";

/** A picture made anew on this device: without place, camera or anything else that was written beside it. */
export interface PreparedPicture extends PixelSize {
  blob: Blob;
  /** Shows it on this page; `releasePicture` ends that. */
  url: string;
  /** Bytes of the file it was made of. */
  before: number;
}

/** Longest side of what is sent, pixels. */
const longestSide = 2048;
/** What still reads well comes first. */
const qualities = [0.88, 0.75, 0.6] as const;

/** Sides brought down to at most `longest`, in proportion; never enlarged. */
export function fittedSize({ width, height }: PixelSize, longest: number): PixelSize {
  const part = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * part)),
    height: Math.max(1, Math.round(height * part)),
  };
}

/** Reads, checks and draws a file anew as a JPEG of at most 2048 px and 5 MiB. */
export async function preparePicture(
  file: Blob,
): Promise<PreparedPicture | { problem: FileProblem }> {
  const { kind, problem } = await inspectFile(file);
  if (problem !== undefined) return { problem };
  const image = await decoded(file);
  if (!image) return { problem: kind === "heic" ? "heic" : "unreadable" };
  if (image.naturalWidth * image.naturalHeight > mostPixels) return { problem: "huge" };
  const size = fittedSize({ width: image.naturalWidth, height: image.naturalHeight }, longestSide);
  const blob = await drawn(image, size);
  return blob
    ? { blob, url: URL.createObjectURL(blob), before: file.size, ...size }
    : { problem: "unreadable" };
}

export function releasePicture({ url }: Pick<PreparedPicture, "url">): void {
  URL.revokeObjectURL(url);
}

async function decoded(file: Blob): Promise<HTMLImageElement | undefined> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image.naturalWidth > 0 ? image : undefined;
  } catch {
    return undefined;
  } finally {
    // Decoded, it is held by the image itself.
    URL.revokeObjectURL(url);
  }
}

/** As the camera meant it to stand; white where it was see-through, since JPEG knows nothing of that. */
async function drawn(
  image: CanvasImageSource,
  { width, height }: PixelSize,
): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, "image/jpeg", quality),
    );
    if (blob && blob.type === "image/jpeg" && blob.size <= pictureBytes) return blob;
  }
  return undefined;
}
