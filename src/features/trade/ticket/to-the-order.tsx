import { useLingui } from "@lingui/react/macro";
import styles from "./ticket.module.css";

/** Where a ticket's form is found by the link. */
export const orderId = "order";

/** For keyboards and screen readers: a link past head and chart to the order. */
export function ToTheOrder() {
  const { t } = useLingui();
  return <a className={styles.skip} href={`#${orderId}`}>{t`To the order`}</a>;
}
