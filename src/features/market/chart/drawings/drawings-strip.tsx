import type { ReactNode } from "react";
import { useLingui } from "@lingui/react/macro";
import styles from "./drawings.module.css";

interface DrawingsStripProps {
  icon?: ReactNode;
  title: string;
  detail?: string | undefined;
  /** Its buttons. */
  children: ReactNode;
}

/** In place of the periods above the chart: what is being drawn or is selected, and what can be done with it. */
export function DrawingsStrip({ icon, title, detail, children }: DrawingsStripProps) {
  const { t } = useLingui();
  return (
    <div className={styles.strip} data-strip="" role="group" aria-label={t`Drawings`}>
      {icon}
      <p className={styles.words}>
        <strong>{title}</strong>
        {detail !== undefined && <span>{detail}</span>}
      </p>
      {children}
    </div>
  );
}
