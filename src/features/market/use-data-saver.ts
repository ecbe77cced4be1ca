import { useSyncExternalStore } from "react";
import { savesData, subscribeDataSaver } from "./data-saver.ts";

/** Whether this device spends few bytes. */
export function useDataSaver(): boolean {
  return useSyncExternalStore(subscribeDataSaver, savesData, () => false);
}
