import { useState } from "react";
import * as v from "valibot";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import { useKeptDraft, type DraftShelf } from "../platform/use-kept-draft.ts";
import type { CertData } from "./certification-form.ts";

const key = "draft:certification";
const schema = v.object({
  name: v.pipe(v.string(), v.maxLength(200)),
  id_number: v.pipe(v.string(), v.maxLength(80)),
});

const shelf: DraftShelf<"certification", CertData> = {
  async read() {
    const kept = v.safeParse(schema, await readKept(key));
    return kept.success ? kept.output : undefined;
  },
  keep: (_, data) => keep(key, data),
};

/** What was typed; survives a reload and goes with the logout and once it is handed in. Pictures are never kept. */
export function useCertificationDraft() {
  const [data, setData] = useState<CertData>({ name: "", id_number: "" });
  const { touched, taken } = useKeptDraft({
    shelf,
    of: "certification",
    draft: data,
    restore: setData,
  });

  return {
    data,
    change: (changed: Partial<CertData>) => {
      touched();
      setData((current) => ({ ...current, ...changed }));
    },
    forget: () => {
      taken();
      setData({ name: "", id_number: "" });
      return forget(key);
    },
  };
}
