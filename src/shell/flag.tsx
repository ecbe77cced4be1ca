import { useState } from "react";
import styles from "./language-chooser.module.css";

/** A country's flag, as a picture beside its name; its code where the picture cannot be had. */
export function Flag({ code, url }: { code: string; url: string }) {
  const [missing, setMissing] = useState<string | null>(null);
  if (url === "" || missing === url) {
    return (
      <span className={styles.flag} aria-hidden="true">
        {code.slice(0, 2).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className={styles.flag}
      src={url}
      alt=""
      width={30}
      height={20}
      decoding="async"
      onError={() => setMissing(url)}
    />
  );
}
