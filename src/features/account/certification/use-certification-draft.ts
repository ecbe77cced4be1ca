import { useState } from "react";
import * as v from "valibot";
import { stored } from "../../../storage/stored.ts";
import { usePersistedDraft, type DraftStore } from "../../platform/forms/use-persisted-draft.ts";
import type { CertData } from "./certification-form.ts";

const drafts = stored(
  "draft:certification",
  v.object({
    name: v.pipe(v.string(), v.maxLength(200)),
    id_number: v.pipe(v.string(), v.maxLength(80)),
  }),
);

const draftStore: DraftStore<"certification", CertData> = {
  read: () => drafts.read(),
  keep: (_, data) => drafts.write(data),
};

/** What was typed; survives a reload and goes with the logout and once it is handed in. Pictures are never kept. */
export function useCertificationDraft() {
  const [data, setData] = useState<CertData>({ name: "", id_number: "" });
  const { touched, submitted } = usePersistedDraft({
    store: draftStore,
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
      submitted();
      setData({ name: "", id_number: "" });
      return drafts.remove();
    },
  };
}
