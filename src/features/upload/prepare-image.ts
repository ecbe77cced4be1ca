import { maxImageBytes } from "#protocol/api/upload.ts";
import { type FileProblem, type PixelSize, inspectFile, maxPixels } from "./inspect-file.ts";

/** An image redrawn on this device, so that it has no metadata such as place or camera. */
export interface PreparedImage extends PixelSize {
  blob: Blob;
  /** Object URL to show it on this page; `releaseImage` revokes it. */
  url: string;
  /** Bytes of the original file. */
  before: number;
}

/** Longest side of the sent image, pixels. */
const longestSide = 2048;
/** JPEG qualities, the best first. */
const qualities = [0.88, 0.75, 0.6] as const;

/** The size with its longer side reduced to at most `longest`, in proportion; never enlarged. */
export function fittedSize({ width, height }: PixelSize, longest: number): PixelSize {
  const part = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * part)),
    height: Math.max(1, Math.round(height * part)),
  };
}

/** Reads, checks and redraws a file as a JPEG of at most 2048 px and 5 MiB. */
export async function prepareImage(file: Blob): Promise<PreparedImage | { problem: FileProblem }> {
  const { kind, problem } = await inspectFile(file);
  if (problem !== undefined) return { problem };
  const image = await decoded(file);
  if (!image) return { problem: kind === "heic" ? "heic" : "unreadable" };
  if (image.naturalWidth * image.naturalHeight > maxPixels) return { problem: "huge" };
  const size = fittedSize({ width: image.naturalWidth, height: image.naturalHeight }, longestSide);
  const blob = await drawn(image, size);
  return blob
    ? { blob, url: URL.createObjectURL(blob), before: file.size, ...size }
    : { problem: "unreadable" };
}

export function releaseImage({ url }: Pick<PreparedImage, "url">): void {
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
    // After decoding, the image no longer needs the URL.
    URL.revokeObjectURL(url);
  }
}

/** Draws the image in its EXIF orientation, with white for transparency, which JPEG does not have. */
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
    if (blob && blob.type === "image/jpeg" && blob.size <= maxImageBytes) return blob;
  }
  return undefined;
}
