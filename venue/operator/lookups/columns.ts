/** Rows of text in columns as wide as they need, the last one free. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join("  "),
  );
}

/** `2026-11-21 20:15:03Z`. */
export function utcText(ms: number | bigint): string {
  const at = new Date(Number(ms));
  return Number.isNaN(at.getTime())
    ? String(ms)
    : at.toISOString().replace("T", " ").replace(/\.\d+/, "");
}
