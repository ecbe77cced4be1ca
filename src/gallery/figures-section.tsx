import { useState } from "react";
import { formatCompact, formatDateTime, formatMoney, formatPrice } from "../lib/format.ts";
import { EyeIcon, EyeOffIcon } from "../ui/icons/action-icons.tsx";
import { Age, type AgeState } from "../ui/figures/age.tsx";
import { Button } from "../ui/actions/button.tsx";
import { Card } from "../ui/lists/card.tsx";
import { Change } from "../ui/figures/change.tsx";
import { CoinIcon } from "../ui/figures/coin-icon.tsx";
import { CopyButton } from "../ui/actions/copy-button.tsx";
import { IconButton } from "../ui/actions/icon-button.tsx";
import { Price } from "../ui/figures/price.tsx";
import { StatGrid } from "../ui/lists/key-values.tsx";
import { Tag } from "../ui/text/tag.tsx";
import { GalleryLine, GallerySection } from "./gallery-section.tsx";

const AT = Date.UTC(2026, 10, 21, 17, 3, 5);

/** Prices, changes, ages, coins. */
export function FiguresSection({ locale }: { locale: string }) {
  const [hidden, setHidden] = useState(false);
  const [price, setPrice] = useState(67_321.5);
  const words = (state: AgeState, seconds: number) =>
    state === "live"
      ? "Live"
      : state === "delayed"
        ? `${seconds} s old`
        : `Frozen, ${seconds} s old`;

  return (
    <GallerySection name="Figures">
      <Card>
        <GalleryLine>
          <span>Total value</span>
          <IconButton
            label={hidden ? "Show amounts" : "Hide amounts"}
            icon={hidden ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
            onClick={() => setHidden(!hidden)}
          />
          <Age state="live" seconds={0} format={words} />
        </GalleryLine>
        <Price size="display" text={formatMoney("12345.67", "USDT", locale, { hidden })} />
        <GalleryLine>
          <Change value="104.20" currency="USDT" locale={locale} />
          <Change value="0.85" arrow locale={locale} />
        </GalleryLine>
      </Card>
      <GalleryLine>
        <Price size="display" direction="up" value={price} text={formatPrice(price, 2, locale)} />
        <Button size="small" onClick={() => setPrice(price + 3.25)}>
          Up
        </Button>
        <Button size="small" onClick={() => setPrice(price - 3.25)}>
          Down
        </Button>
        <Price size="title" value={price} text={formatPrice(price, 2, locale)} />
        <Price size="title" frozen text={formatPrice(price, 2, locale)} />
        <Price text={undefined} />
      </GalleryLine>
      <StatGrid
        stats={[
          { label: "24 h high", value: formatPrice("68010.00", 2, locale) },
          { label: "24 h low", value: formatPrice("66120.50", 2, locale) },
          { label: "24 h volume", value: formatCompact("1243000000", locale) },
        ]}
      />
      <GalleryLine>
        <Change block value="1.84" locale={locale} />
        <Change block value="-12.7" locale={locale} />
        <Change block value="0" locale={locale} />
        <Change block value="3.1" frozen locale={locale} />
        <Change value="1.84" arrow locale={locale} />
        <Change value="-0.62" arrow locale={locale} />
        <Change value={undefined} locale={locale} />
      </GalleryLine>
      <GalleryLine>
        <Age state="live" seconds={0} format={words} />
        <Age state="delayed" seconds={4} format={words} />
        <Age state="frozen" seconds={12} format={words} />
        <Age state="live" seconds={0} format={words} dotOnly />
        <span>{formatDateTime(AT, locale, "UTC")}</span>
      </GalleryLine>
      <GalleryLine>
        {["BTC", "ETH", "SOL", "DOGE", "PEPE", "USDT", "XRP", "ADA"].map((code) => (
          <CoinIcon key={code} code={code} />
        ))}
      </GalleryLine>
      <GalleryLine>
        <CoinIcon code="BTC" size={44} />
        <CoinIcon code="BTC" size={28} />
        <CoinIcon code="BTC" size={24} />
        <CoinIcon code="BTC" size={20} />
        <CoinIcon code="BTC" url="/icon.svg" />
        <Tag>Closed</Tag>
        <Tag tone="info">Pending</Tag>
        <Tag tone="success">Approved</Tag>
        <Tag tone="warning">Review</Tag>
        <Tag tone="danger">Rejected</Tag>
        <Tag tone="up">Long 20×</Tag>
        <Tag tone="down">Short 5×</Tag>
        <CopyButton text="bc1q" label="Copy address" copiedLabel="Copied" />
      </GalleryLine>
    </GallerySection>
  );
}
