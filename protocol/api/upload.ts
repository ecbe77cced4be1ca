import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { endpoint, figure, isRecord, nameText, nothing } from "./endpoint.ts";

/** Maximum size of an image in bytes: shown as 5 MB. */
export const maxImageBytes = 5_242_880;

/** Images of any other type are refused with unsupportedMedia. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** Longest side, pixels, and most of them together. */
export const pictureSide = 8192;
export const picturePixels = 25_000_000;

/** Ids are 128 random bits: who has one has seen it. */
const pictureIdPattern = /^[0-9a-f]{32}$/;

/** A picture as it is served: its bytes, and what they are. */
export interface PictureBytes {
  mime: (typeof pictureTypes)[number];
  /** What a download of it would be called. */
  name: string;
  bytes: Uint8Array;
}

const pictureBody = v.custom<PictureBytes>(
  (value) =>
    isRecord(value) &&
    value["bytes"] instanceof Uint8Array &&
    v.is(v.picklist(pictureTypes), value["mime"]) &&
    typeof value["name"] === "string",
);

export const uploadEndpoints = {
  pictureFiles: endpoint({
    method: "POST",
    path: "/api/picture/files",
    access: "user",
    upload: true,
    refusals: [codes.unsupportedMedia],
    summary:
      "Takes a picture: JPEG, PNG or WebP of at most 5 MiB. The same picture sent again gets the same id. Seen only by its owner and a reviewer.",
    request: nothing,
    data: v.object({
      files: v.array(
        v.object({ id: nameText(64), url: nameText(2048), mime: nameText(64), size: figure }),
      ),
    }),
  }),
  pictureFile: endpoint({
    method: "GET",
    path: "/api/picture/file",
    access: "user",
    quiet: true,
    binary: true,
    refusals: [],
    summary: `A picture of one's own, as it is kept: without what cameras and editors write beside it. ${codes.invalidParameters} where there is none.`,
    request: v.object({ id: v.pipe(v.string(), v.regex(pictureIdPattern)) }),
    data: pictureBody,
  }),
};
