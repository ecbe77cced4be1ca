import { basename, relative, resolve } from "node:path";

/** The sheet that has each name. */
const namedSheets = new Map<string, string>();

/** Class names that say where they come from: `market-ticker-list_row`. Without a hash they compress away. */
export function scopedName(name: string, file: string): string {
  const [room = ""] = relative(resolve("src"), file)
    .replace(/^features\//, "")
    .split("/");
  const sheet = `${room}-${basename(file, ".module.css")}`;
  const other = namedSheets.get(sheet) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} need different names`);
  namedSheets.set(sheet, file);
  return `${sheet}_${name}`;
}
