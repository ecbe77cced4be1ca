import type { ReactNode } from "react";
import styles from "./tag.module.css";

export interface TagProps {
  tone?: "plain" | "info" | "success" | "warning" | "danger" | "up" | "down" | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

/** A word that marks a thing: its status, its side. Not for pressing. */
export function Tag({ tone = "plain", icon, children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
