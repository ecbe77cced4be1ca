import { Trans, useLingui } from "@lingui/react/macro";
import { differenceOf, groupsOf } from "./address-groups.ts";
import styles from "./withdraw.module.css";

/** The whole of an address in groups of four, to compare; copied, it has no gaps. */
export function AddressView({ address }: { address: string }) {
  return (
    <p className={styles.address} translate="no">
      {groupsOf(address).map((group, at) => (
        <span key={at}>{group}</span>
      ))}
    </p>
  );
}

/** The known address above the one that looks like it; where they part is marked. */
export function AddressCompare({ known, asked }: { known: string; asked: string }) {
  const { t } = useLingui();
  const { start, left, right, end } = differenceOf(known, asked);
  return (
    <div className={styles.compare}>
      <Side label={t`You know`} start={start} middle={left} end={end} />
      <Side label={t`You entered`} start={start} middle={right} end={end} />
      <p className={styles.soft}>
        <Trans>They begin and end alike; the marked part is different.</Trans>
      </p>
    </div>
  );
}

function Side({
  label,
  start,
  middle,
  end,
}: {
  label: string;
  start: string;
  middle: string;
  end: string;
}) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <p className={styles.plain} translate="no">
        {start}
        <mark>{middle}</mark>
        {end}
      </p>
    </div>
  );
}
