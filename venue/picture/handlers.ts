import { type PictureBytes, pictureEndpoints } from "#protocol/picture.ts";
import type { VenueDeps } from "../deps.ts";
import type { HandlersOf } from "../http/handler.ts";
import { Refusal } from "../store/refusal.ts";
import { type CleanPicture, cleanPicture } from "./clean-picture.ts";
import { keepPicture } from "./keep-picture.ts";
import { PictureFault } from "./picture-fault.ts";
import { readPicture } from "./rows.ts";

/** Takes pictures in and shows them to their owner. */
export function createPictureHandlers(
  deps: Pick<VenueDeps, "store" | "random" | "settings">,
): HandlersOf<typeof pictureEndpoints> {
  return {
    async pictureFiles({ file, user, now, command }) {
      const picture = cleaned(file);
      const id = await command((tx) =>
        keepPicture(tx, deps, { userId: Number(user.id), picture, now }),
      );
      return {
        files: [
          {
            id,
            url: `${pictureEndpoints.pictureFile.path}?id=${id}`,
            mime: picture.mime,
            size: picture.bytes.length,
          },
        ],
      };
    },

    async pictureFile({ user, request: { id } }) {
      const row = await deps.store.read((db) => readPicture(db, id, Number(user.id)));
      if (!row) throw new Refusal(100005, { field: "id" });
      return servedPicture(row);
    },
  };
}

const endings: Readonly<Record<PictureBytes["mime"], string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

/** A kept picture as any door serves it. */
export function servedPicture({
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

function cleaned(file: Uint8Array): CleanPicture {
  try {
    return cleanPicture(file);
  } catch (error) {
    if (error instanceof PictureFault)
      throw new Refusal(100004, { problem: error.problem }, { cause: error });
    throw error;
  }
}
