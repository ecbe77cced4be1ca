import * as codes from "#protocol/wire/error-codes.ts";
import { type PictureBytes, uploadEndpoints } from "#protocol/api/upload.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { HandlersOf } from "../deps/handler.ts";
import { Refusal } from "../store/refusal.ts";
import { type CleanUpload, cleanUpload } from "./clean-upload.ts";
import { storeUpload } from "./store-upload.ts";
import { UploadFault } from "./upload-fault.ts";
import { findUpload } from "./rows.ts";

/** Takes pictures in and shows them to their owner. */
export function createUploadHandlers(
  deps: Pick<VenueDeps, "store" | "random" | "settings">,
): HandlersOf<typeof uploadEndpoints> {
  return {
    async pictureFiles({ file, user, now, command }) {
      const picture = cleanOrRefuse(file);
      const id = await command((tx) =>
        storeUpload(tx, deps, { userId: Number(user.id), picture, now }),
      );
      return {
        files: [
          {
            id,
            url: `${uploadEndpoints.pictureFile.path}?id=${id}`,
            mime: picture.mime,
            size: picture.bytes.length,
          },
        ],
      };
    },

    async pictureFile({ user, request: { id } }) {
      const row = await deps.store.read((db) => findUpload(db, id, Number(user.id)));
      if (!row) throw new Refusal(codes.invalidParameters, { field: "id" });
      return servedUpload(row);
    },
  };
}

const endings: Readonly<Record<PictureBytes["mime"], string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

/** A stored picture as an answer of bytes. */
export function servedUpload({
  id,
  mime,
  bytes,
}: {
  id: string;
  mime: PictureBytes["mime"];
  bytes: Uint8Array;
}): PictureBytes {
  return { mime, bytes, name: `${id}.${endings[mime]}` };
}

function cleanOrRefuse(file: Uint8Array): CleanUpload {
  try {
    return cleanUpload(file);
  } catch (error) {
    if (error instanceof UploadFault)
      throw new Refusal(codes.unsupportedMedia, { problem: error.problem }, { cause: error });
    throw error;
  }
}
