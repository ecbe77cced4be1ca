import { useId, useRef, type ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";
import { MenuList, type MenuItem } from "./menu-list.tsx";

export interface MenuProps {
  /** What the button opens, in words. */
  label: string;
  icon: ReactNode;
  groups: readonly (readonly MenuItem[])[];
  header?: ReactNode;
}

/** A button and the list of acts it opens. */
export function Menu({ label, icon, groups, header }: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton ref={trigger} label={label} icon={icon} popoverTarget={id} aria-haspopup="menu" />
      <MenuList id={id} label={label} trigger={trigger} groups={groups} header={header} />
    </>
  );
}
