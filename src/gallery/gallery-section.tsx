import type { ReactNode } from "react";
import styles from "./gallery-page.module.css";

/** One group of parts under its name. */
export function GallerySection({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <div className={styles.stack}>{children}</div>
    </section>
  );
}

/** Parts side by side. */
export function GalleryLine({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}

/** Parts that run from edge to edge. */
export function GalleryBleed({ children }: { children: ReactNode }) {
  return <div className={styles.bleed}>{children}</div>;
}
