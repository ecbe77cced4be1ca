import { useState } from "react";

/** Which rows of a list a person has chosen. */
export interface Selection {
  ids: ReadonlySet<string>;
  onIds: (ids: ReadonlySet<string>) => void;
}

/**
 * Rows of a list to choose among, and what is asked about them: about all where none is chosen.
 * @param isTable whether they stand in a table, which alone shows the choice
 */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  isTable: boolean,
) {
  const [ids, onIds] = useState<ReadonlySet<string>>(new Set());
  // A sheet goes on being about the same rows while they leave the list.
  const [asked, setAsked] = useState<{ open: boolean; ids?: ReadonlySet<string> }>({ open: false });
  const among = (wanted: ReadonlySet<string>) => rows?.filter(({ id }) => wanted.has(id)) ?? [];
  const chosen = isTable ? among(ids) : [];
  return {
    selection: { ids, onIds } satisfies Selection,
    /** How many rows are chosen; what is no longer in the list is not. */
    count: chosen.length,
    ask: () =>
      setAsked({
        open: true,
        ...(chosen.length > 0 && { ids: new Set(chosen.map(({ id }) => id)) }),
      }),
    sheet: {
      open: asked.open,
      /** The rows it is about; undefined for all. */
      chosen: asked.ids && among(asked.ids),
      onClose: () => setAsked((last) => ({ ...last, open: false })),
    },
  };
}
