import type { ReactElement, ReactNode } from "react";
import { ChevronRightIcon } from "../icons/action-icons.tsx";
import styles from "./list-row.module.css";

/** What a link needs to be the pressable part of a row: `link={(link) => <Link to="…" {...link} />}`. */
export interface RowLinkProps {
  className: string | undefined;
  children: ReactNode;
}

export interface ListRowProps {
  /** A picture at the left. */
  lead?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** Between words and value, such as a sparkline. */
  middle?: ReactNode;
  /** At the right, figures aligned. */
  value?: ReactNode;
  valueDetail?: ReactNode;
  /** A control of its own at the far right, such as a star; outside the link. */
  trail?: ReactNode;
  /** Shows that pressing leads on. */
  chevron?: boolean | undefined;
  /** In a table: the row's two cells, the first over so many columns, the second with `trail`. */
  cellSpan?: number | undefined;
  /** In a table: further cells between the two. */
  cells?: ReactNode;
  onPress?: (() => void) | undefined;
  link?: ((props: RowLinkProps) => ReactElement) | undefined;
}

/** One thing of a list: picture, two lines of words, two lines of figures. */
export function ListRow({
  lead,
  title,
  detail,
  middle,
  value,
  valueDetail,
  trail,
  chevron = false,
  cellSpan,
  cells,
  onPress,
  link,
}: ListRowProps) {
  const face = (
    <>
      {lead !== undefined && <span className={styles.lead}>{lead}</span>}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {middle !== undefined && <span className={styles.middle}>{middle}</span>}
      {(value !== undefined || valueDetail !== undefined) && (
        <span className={styles.figures}>
          {value !== undefined && <span className={styles.value}>{value}</span>}
          {valueDetail !== undefined && <span className={styles.detail}>{valueDetail}</span>}
        </span>
      )}
      {chevron && (
        <span className={styles.chevron}>
          <ChevronRightIcon size={20} />
        </span>
      )}
    </>
  );
  const pressed =
    link !== undefined ? (
      link({ className: styles.press, children: face })
    ) : onPress === undefined ? (
      <div className={styles.face}>{face}</div>
    ) : (
      <button type="button" className={styles.press} onClick={onPress}>
        {face}
      </button>
    );
  const cell = cellSpan === undefined ? undefined : "cell";
  return (
    <div className={styles.row}>
      {cellSpan === undefined ? (
        pressed
      ) : (
        <div role={cell} aria-colspan={cellSpan} className={styles.cell}>
          {pressed}
        </div>
      )}
      {cells}
      {trail !== undefined && (
        <span role={cell} className={styles.trail}>
          {trail}
        </span>
      )}
    </div>
  );
}
