import { useLingui } from "@lingui/react/macro";
import { orderId } from "./order-id.ts";
import styles from "./trade-screen.module.css";

/** For keyboards and screen readers: a link past head and chart to the order. */
export function ToTheOrder() {
  const { t } = useLingui();
  return <a className={styles.skip} href={`#${orderId}`}>{t`To the order`}</a>;
}
