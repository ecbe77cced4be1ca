/** Those of `rows`, in their order, whose ids a request names; all of them where it names none. */
export function onlyChosen<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  named: readonly string[] | undefined,
): readonly Row[] {
  if (named === undefined) return rows;
  const meant = new Set(named);
  return rows.filter((row) => meant.has(String(idOf(row))));
}
