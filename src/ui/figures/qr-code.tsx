import { encode } from "uqr";
import styles from "./qr-code.module.css";

export interface QrCodeProps {
  /** What a camera reads. */
  text: string;
  /** What it is, for screen readers. */
  label: string;
}

/** A QR code, black on white in both themes: many cameras read no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
