import { useCallback, useState } from "react";
import { discLetters, discShade } from "./coin-disc.ts";
import { type Drawing, drawInto } from "./drawing.ts";
import styles from "./coin-icon.module.css";

export interface CoinIconProps {
  /** Its code, such as BTC: the letters and the shade of the disc. */
  code: string;
  url?: string | undefined;
  /** Shown in place of the picture at `url`. */
  drawing?: Drawing | undefined;
  size?: 20 | 24 | 28 | 36 | 44 | undefined;
}

/** A round picture; a disc with letters stands there first, and for good if the picture does not come. Decoration beside a name. */
export function CoinIcon({ code, url, drawing, size = 36 }: CoinIconProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const draw = useCallback(
    (place: SVGSVGElement | null) => {
      if (place && drawing) drawInto(place, drawing);
    },
    [drawing],
  );
  return (
    <span className={styles.disc} data-size={size} data-shade={discShade(code)} aria-hidden="true">
      {discLetters(code, size)}
      {drawing && <svg className={styles.picture} viewBox={drawing.viewBox} ref={draw} />}
      {!drawing && url !== undefined && url !== "" && url !== failedUrl && (
        <img
          className={styles.picture}
          src={url}
          alt=""
          width={size}
          height={size}
          onError={() => setFailedUrl(url)}
        />
      )}
    </span>
  );
}
