import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { CertData } from "./certification-form.ts";

const key = "draft:certification";
const writeDelayMs = 400;
const schema = v.object({ name: v.pipe(v.string(), v.maxLength(200)), id_number: v.pipe(v.string(), v.maxLength(80)) });

/** What was typed; survives a reload and goes with the logout and once it is handed in. Pictures are never kept. */
export function useCertificationDraft() {
  const [data, setData] = useState<CertData>({ name: "", id_number: "" });
  const touched = useRef(false);
  const restore = useEffectEvent((kept: CertData) => setData(kept));

  useEffect(() => {
    let current = true;
    void readKept(key).then((value) => {
      const kept = v.safeParse(schema, value);
      if (current && !touched.current && kept.success) restore(kept.output);
    });
    return () => {
      current = false;
    };
  }, []);

  useEffect(() => {
    if (!touched.current) return;
    const write = () => void keep(key, data);
    const timer = setTimeout(write, writeDelayMs);
    // Whoever leaves at once has typed it all the same.
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [data]);

  return {
    data,
    change: (changed: Partial<CertData>) => {
      touched.current = true;
      setData((current) => ({ ...current, ...changed }));
    },
    forget: () => {
      touched.current = false;
      setData({ name: "", id_number: "" });
      return forget(key);
    },
  };
}
