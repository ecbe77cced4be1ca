import { useId, type ReactNode } from "react";
import styles from "./card.module.css";

export interface CardProps {
  title?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  /** For content that brings its own padding, such as rows. */
  flush?: boolean | undefined;
  children: ReactNode;
}

/** Things that belong together, bounded by a hairline. With a title it is a named section. */
export function Card({ title, aside, flush = false, children }: CardProps) {
  const titleId = useId();
  return (
    <section
      className={styles.card}
      data-flush={flush || undefined}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {title !== undefined && (
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
