import { useState } from "react";
import styles from "./coin-icon.module.css";

export interface CoinIconProps {
  /** Its code, such as BTC: the letters and the shade of the disc. */
  code: string;
  url?: string | undefined;
  size?: 20 | 24 | 28 | 36 | 44 | undefined;
}

const SHADES = 8;

/** A round picture; a disc with letters stands there first, and for good if the picture does not come. Decoration beside a name. */
export function CoinIcon({ code, url, size = 36 }: CoinIconProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  return (
    <span className={styles.disc} data-size={size} data-shade={shadeOf(code)} aria-hidden="true">
      {code.slice(0, size < 28 ? 1 : code.length > 3 ? 2 : 3).toUpperCase()}
      {url !== undefined && url !== "" && url !== failedUrl && (
        <img className={styles.picture} src={url} alt="" width={size} height={size} loading="lazy" decoding="async" onError={() => setFailedUrl(url)} />
      )}
    </span>
  );
}

function shadeOf(code: string): number {
  let sum = 0;
  for (const letter of code.toUpperCase()) sum = (sum * 52 + (letter.codePointAt(0) ?? 0)) % 1021;
  return sum % SHADES;
}
