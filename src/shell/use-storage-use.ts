import { useEffect, useState } from "react";
import { isPersistent } from "../storage/persistence.ts";
import { measureStorage, type StorageUse } from "../storage/storage-use.ts";

export interface StorageFacts {
  use: StorageUse;
  /** The browser has promised to keep it; undefined where it cannot promise. */
  persistent: boolean | undefined;
}

/** What this device keeps, measured when it is first looked at and when asked again; undefined while it is measured. */
export function useStorageUse(): { facts: StorageFacts | undefined; measure: () => Promise<void> } {
  const [facts, setFacts] = useState<StorageFacts>();
  const measure = async () => {
    const [use, persistent] = await Promise.all([measureStorage(), isPersistent()]);
    setFacts({ use, persistent });
  };
  useEffect(() => {
    let gone = false;
    void Promise.all([measureStorage(), isPersistent()]).then(([use, persistent]) => gone || setFacts({ use, persistent }));
    return () => {
      gone = true;
    };
  }, []);
  return { facts, measure };
}
