import { groupsOf } from "./address-groups.ts";
import styles from "../withdraw.module.css";

/** A full address in groups of four, to compare; copied text has no gaps. */
export function AddressView({ address }: { address: string }) {
  return (
    <p className={styles.address} translate="no">
      {groupsOf(address).map((group, at) => (
        <span key={at}>{group}</span>
      ))}
    </p>
  );
}
