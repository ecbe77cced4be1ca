import { saveFile } from "../../lib/save-file.ts";

/** A name for a file that every system takes: godwit-btcusdt-15min-20261121-170305.png. */
export function pictureName(symbol: string, period: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `godwit-${symbol}-${period}-${stamp}.png`;
}

/** Hands a picture to the phone's share sheet, else saves it as a file. Answers which of them it was. */
export async function shareOrSave(
  picture: Blob,
  name: string,
): Promise<"shared" | "saved" | "left"> {
  const file = new File([picture], name, { type: picture.type });
  // With a mouse a file is what people expect, even where a share sheet exists.
  if (
    matchMedia("(pointer: coarse)").matches &&
    typeof navigator.canShare === "function" &&
    navigator.canShare({ files: [file] })
  ) {
    try {
      await navigator.share({ files: [file] });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "left";
    }
  }
  saveFile(file);
  return "saved";
}
