import { useState } from "react";
import { directionOf, formatCompact, formatPrice } from "../lib/format.ts";
import { StarFilledIcon, StarIcon } from "../ui/icons/action-icons.tsx";
import { Card } from "../ui/lists/card.tsx";
import { Change } from "../ui/figures/change.tsx";
import { Chip, ChipRow } from "../ui/fields/chip.tsx";
import { CoinIcon } from "../ui/figures/coin-icon.tsx";
import { IconButton } from "../ui/actions/icon-button.tsx";
import { KeyValue, KeyValues } from "../ui/lists/key-values.tsx";
import { ListRow } from "../ui/lists/list-row.tsx";
import { MoreSentinel } from "../ui/lists/more-sentinel.tsx";
import { GlobeIcon, ShieldIcon } from "../ui/icons/navigation-icons.tsx";
import { Price } from "../ui/figures/price.tsx";
import { SearchField } from "../ui/fields/search-field.tsx";
import { Sparkline } from "../ui/figures/sparkline.tsx";
import { Tabs } from "../ui/actions/tabs.tsx";
import { Tag } from "../ui/text/tag.tsx";
import { GalleryBleed, GallerySection } from "./gallery-section.tsx";

const MARKETS = [
  {
    code: "BTC",
    price: "67321.50",
    decimals: 2,
    change: "1.84",
    volume: "1243000000",
    shape: [4, 5, 3, 6, 7, 6, 8, 9],
  },
  {
    code: "ETH",
    price: "3512.07",
    decimals: 2,
    change: "-0.62",
    volume: "812400000",
    shape: [8, 7, 8, 6, 5, 6, 4, 5],
  },
  {
    code: "SOL",
    price: "148.223",
    decimals: 3,
    change: "5.20",
    volume: "96200000",
    shape: [2, 3, 3, 4, 6, 5, 8, 9],
  },
  {
    code: "DOGE",
    price: "0.14235",
    decimals: 5,
    change: "0.001",
    volume: "41800000",
    shape: [5, 5, 5, 5, 5, 5, 5, 5],
  },
  {
    code: "PEPE",
    price: "0.0000112",
    decimals: 7,
    change: "-12.70",
    volume: "9310000",
    shape: [9, 8, 8, 7, 5, 5, 3, 2],
  },
];

const INTERVALS = ["1m", "5m", "15m", "1h", "4h", "1D", "1W", "1M", "1Y"];
type View = "favourites" | "volume" | "gainers" | "losers";

/** Tabs, rows, chips, receipts. */
export function ListsSection({ locale }: { locale: string }) {
  const [view, setView] = useState<View>("volume");
  const [starred, setStarred] = useState<readonly string[]>(["ETH"]);
  const [interval, setInterval] = useState("15m");
  const [sought, setSought] = useState("");
  const [pages, setPages] = useState(0);

  function toggle(code: string) {
    setStarred(
      starred.includes(code) ? starred.filter((known) => known !== code) : [...starred, code],
    );
  }

  return (
    <GallerySection name="Lists">
      <SearchField
        label="Search markets"
        clearLabel="Clear search"
        value={sought}
        onValue={setSought}
      />
      <GalleryBleed>
        <Tabs
          label="Markets"
          selected={view}
          onSelect={setView}
          tabs={[
            { id: "favourites", label: "Favourites", count: starred.length },
            { id: "volume", label: "Volume" },
            { id: "gainers", label: "Gainers" },
            { id: "losers", label: "Losers" },
          ]}
        >
          {MARKETS.filter((market) => market.code.includes(sought.toUpperCase())).map((market) => (
            <ListRow
              key={market.code}
              lead={<CoinIcon code={market.code} />}
              title={market.code}
              detail={`Vol ${formatCompact(market.volume, locale)}`}
              middle={
                <Sparkline
                  values={market.shape}
                  direction={
                    directionOf(market.change, 2) < 0
                      ? "down"
                      : directionOf(market.change, 2) > 0
                        ? "up"
                        : undefined
                  }
                />
              }
              value={<Price text={formatPrice(market.price, market.decimals, locale)} />}
              valueDetail={<Change value={market.change} locale={locale} />}
              onPress={() => toggle(market.code)}
              trail={
                <IconButton
                  label={`Favourite ${market.code}`}
                  pressed={starred.includes(market.code)}
                  icon={
                    starred.includes(market.code) ? (
                      <StarFilledIcon size={20} />
                    ) : (
                      <StarIcon size={20} />
                    )
                  }
                  onClick={() => toggle(market.code)}
                />
              }
            />
          ))}
        </Tabs>
      </GalleryBleed>
      <ChipRow label="Interval">
        {INTERVALS.map((name) => (
          <Chip key={name} selected={name === interval} onClick={() => setInterval(name)}>
            {name}
          </Chip>
        ))}
      </ChipRow>
      <Card title="Order" aside={<Tag tone="up">Buy</Tag>}>
        <KeyValues>
          <KeyValue label="Expected price">67,321.50 USDT</KeyValue>
          <KeyValue
            label="Mark price"
            explanation="The fair price that decides about liquidation: it follows several markets and not the last trade here alone."
          >
            67,318.20 USDT
          </KeyValue>
          <KeyValue label="Fee">0.67 USDT</KeyValue>
          <KeyValue label="Floating result" tone="up">
            +12.40 USDT
          </KeyValue>
          <KeyValue label="Total" strong>
            673.88 USDT
          </KeyValue>
        </KeyValues>
      </Card>
      <Card flush>
        <ListRow
          lead={<ShieldIcon />}
          title="Verification"
          detail="Unlocks withdrawals"
          value={<Tag tone="warning">Under review</Tag>}
          chevron
          onPress={() => setView("volume")}
        />
        <ListRow
          lead={<GlobeIcon />}
          title="Language"
          value="English"
          chevron
          onPress={() => setView("gainers")}
        />
        <ListRow
          lead={<CoinIcon code="USDT" />}
          title="USDT"
          detail="2 open orders hold 40.00"
          value="1,204.50"
          valueDetail="≈ $1,204.50"
        />
      </Card>
      <MoreSentinel
        hasMore={pages < 1}
        busy={false}
        onMore={() => setPages(pages + 1)}
        moreLabel="Load more"
        endLabel="That is all"
      />
    </GallerySection>
  );
}
