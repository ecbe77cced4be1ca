/** Saves a file as a download. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves a value as a download of JSON that people can read. */
export function saveJson(value: unknown, name: string): void {
  saveFile(new File([`${JSON.stringify(value, null, 2)}\n`], name, { type: "application/json" }));
}
