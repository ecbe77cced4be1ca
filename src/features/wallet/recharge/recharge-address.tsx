import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { RechargeChannel } from "#protocol/api/wallet.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { shareOrCopy } from "../../../lib/share.ts";
import { ShareIcon } from "../../../ui/icons/action-icons.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { QrCode } from "../../../ui/figures/qr-code.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import styles from "./recharge.module.css";

export interface RechargeAddressProps {
  flag: string;
  channel: RechargeChannel;
  /** Unix ms of the stored copy; undefined while the address is fresh. */
  oldSince: number | undefined;
}

/** The paper address of one network, to scan, copy and share, with warnings about mistakes. */
export function RechargeAddress({ flag, channel, oldSince }: RechargeAddressProps) {
  const { t, i18n } = useLingui();
  const { address, memo, network, notice, qrcode } = channel;
  const [refused, setRefused] = useState(false);
  const [shared, setShared] = useState("");
  const since = oldSince === undefined ? "" : formatDateTime(oldSince, i18n.locale);

  async function share() {
    const paper = t`Paper address of Godwit: no chain takes it.`;
    const memoLine = memo === "" ? [] : [t`Memo: ${memo}`];
    const end = await shareOrCopy([`${flag} · ${network}`, address, ...memoLine, paper].join("\n"));
    setShared(
      end === "copied"
        ? t`Copied, to be pasted where you like.`
        : end === "refused"
          ? t`This browser shares nothing. Copy the address instead.`
          : "",
    );
  }

  return (
    <section
      className={styles.address}
      aria-label={t`Address`}
      data-old={oldSince !== undefined || undefined}
    >
      {oldSince !== undefined && (
        <Banner tone="offline">
          <Trans>This address is from {since}. Verify it online before sending.</Trans>
        </Banner>
      )}
      <p className={styles.paper}>
        <Tag tone="warning">
          <Trans>Paper address</Trans>
        </Tag>{" "}
        <Trans>No chain takes it: real coins cannot be sent here, and must not be.</Trans>
      </p>
      <QrCode text={qrcode || address} label={t`QR code of the address`} />
      <div className={styles.copyLine}>
        <span className={styles.code} data-testid="address">
          {address}
        </span>
        <CopyButton
          text={address}
          label={t`Copy the address`}
          copiedLabel={t`Address copied`}
          onRefused={() => setRefused(true)}
        />
      </div>
      {memo !== "" && (
        <div className={styles.copyLine}>
          <span>
            <span className={styles.soft}>
              <Trans>Memo</Trans>
            </span>{" "}
            <span className={styles.code}>{memo}</span>
          </span>
          <CopyButton
            text={memo}
            label={t`Copy the memo`}
            copiedLabel={t`Memo copied`}
            onRefused={() => setRefused(true)}
          />
        </div>
      )}
      {refused && (
        <p className={styles.soft} role="status">
          <Trans>The browser did not let it be copied. Select the text instead.</Trans>
        </p>
      )}
      <Button
        wide
        icon={<ShareIcon size={20} />}
        onClick={() => void share()}
      >{t`Share the address`}</Button>
      {shared !== "" && (
        <p className={styles.soft} role="status">
          {shared}
        </p>
      )}
      <Banner tone="warning">
        <ul className={styles.warnings}>
          <li>
            <Trans>
              Send only {flag}, and only by {network}. On a real venue, anything sent by another
              network, or another coin, is lost for good.
            </Trans>
          </li>
          {memo !== "" && (
            <li>
              <Trans>
                Give the memo with the address. Without it nobody can tell whose the deposit is, and
                it is not credited.
              </Trans>
            </li>
          )}
          <li>
            <Trans>
              After pasting, compare the first and the last characters: programs that steal swap the
              address on the clipboard.
            </Trans>
          </li>
          {notice !== "" && <li>{notice}</li>}
        </ul>
      </Banner>
    </section>
  );
}
