import { useEffect, useState } from "react";
import { keepsAnything } from "../storage/device-store.ts";
import { isPersistent } from "../storage/persistence.ts";
import { measureStorage, type StorageUse } from "../storage/storage-use.ts";

export interface StorageFacts {
  use: StorageUse;
  /** The browser has promised to keep it; undefined where it cannot promise. */
  persistent: boolean | undefined;
  /** The browser keeps what it is given. */
  keeps: boolean;
}

async function measured(): Promise<StorageFacts> {
  const [use, persistent, keeps] = await Promise.all([
    measureStorage(),
    isPersistent(),
    keepsAnything(),
  ]);
  return { use, persistent, keeps };
}

/** What this device keeps, measured when it is first looked at and when asked again; undefined while it is measured. */
export function useStorageUse(): { facts: StorageFacts | undefined; measure: () => Promise<void> } {
  const [facts, setFacts] = useState<StorageFacts>();
  const measure = async () => setFacts(await measured());
  useEffect(() => {
    let gone = false;
    void measured().then((found) => gone || setFacts(found));
    return () => {
      gone = true;
    };
  }, []);
  return { facts, measure };
}
