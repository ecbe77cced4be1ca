import styles from "./spinner.module.css";

/** A turning arc in the colour of the text. Decoration only: a text beside it says what is going on. */
export function Spinner({ size = 20 }: { size?: 16 | 20 | 28 }) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      aria-hidden="true"
    >
      <circle className={styles.track} cx="10" cy="10" r="8" />
      <path className={styles.arc} d="M10 2a8 8 0 0 1 8 8" />
    </svg>
  );
}
