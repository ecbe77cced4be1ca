import { headBytes, pictureKind, type PictureKind } from "./picture-kind.ts";
import { pictureSize, sizeBytes } from "./picture-size.ts";

/** Why a file is not taken. `unreadable`: the browser cannot decode it. */
export type FileProblem =
  | "empty"
  | "heic"
  | "gif"
  | "pdf"
  | "other"
  | "heavy"
  | "huge"
  | "unreadable";

/** A file beyond this is not even opened: no camera makes such a picture, and a phone's memory is small. */
export const heaviestFile = 52_428_800;
/** Pixels that a phone can hold decoded at once: cameras of 108 megapixels still pass. */
export const mostPixels = 110_000_000;

export interface Inspected {
  kind: PictureKind;
  problem: FileProblem | undefined;
}

/** Judges a file by its first bytes and its size, before anything of it is decoded or sent. */
export async function inspectFile(file: Blob): Promise<Inspected> {
  const head = await bytesOf(file, headBytes);
  const kind = pictureKind(head);
  if (kind === "empty" || kind === "gif" || kind === "pdf" || kind === "other")
    return { kind, problem: kind };
  if (file.size > heaviestFile) return { kind, problem: "heavy" };
  // Some browsers decode these two: whether this one does is seen when it tries.
  if (kind === "heic" || kind === "avif") return { kind, problem: undefined };
  const size = pictureSize(await bytesOf(file, sizeBytes), kind);
  return { kind, problem: size && size.width * size.height > mostPixels ? "huge" : undefined };
}

async function bytesOf(file: Blob, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, length).arrayBuffer());
}
