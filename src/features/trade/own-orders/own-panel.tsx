import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Tabs } from "../../../ui/actions/tabs.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { authorizedAtom } from "../../session/session-atoms.ts";
import styles from "./own-panel.module.css";

/** Whether the rows of the market on screen are listed or those of all. */
export type ListScope = "here" | "all";

export interface OwnPanelProps<Tab extends string> {
  /** The name of the tabs, for screen readers. */
  label: string;
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** With how many rows each holds, where that is known. */
  tabs: readonly { id: Tab; label: string; count: number | undefined }[];
  scope: {
    label: string;
    here: string;
    all: string;
    value: ListScope;
    onValue: (scope: ListScope) => void;
  };
  /** What is done to the whole list. */
  acts?: ReactNode;
  /** Instead of a list while nobody is logged in. */
  visitor: ReactNode;
  /** The list of the tab. */
  children: ReactNode;
}

/** What a trading screen shows of the person's own: tabs with their counts, of this market or of all. */
export function OwnPanel<Tab extends string>({
  label,
  tab,
  onTab,
  tabs,
  scope,
  acts,
  visitor,
  children,
}: OwnPanelProps<Tab>) {
  const authorized = useAtomValue(authorizedAtom);
  return (
    <>
      <VisuallyHidden>
        <h2>{label}</h2>
      </VisuallyHidden>
      <Tabs
        label={label}
        selected={tab}
        onSelect={onTab}
        tabs={tabs.map((one) => ({
          ...one,
          count: authorized && one.count ? one.count : undefined,
        }))}
      >
        {authorized ? (
          <>
            <div className={styles.bar}>
              <Segmented
                label={scope.label}
                size="small"
                value={scope.value}
                options={[
                  { value: "here", label: scope.here },
                  { value: "all", label: scope.all },
                ]}
                onValue={scope.onValue}
              />
              {acts}
            </div>
            {children}
          </>
        ) : (
          visitor
        )}
      </Tabs>
    </>
  );
}
