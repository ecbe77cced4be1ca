import { Trans, useLingui } from "@lingui/react/macro";
import { formatAmount as minorText } from "#protocol/amount.ts";
import { contractRates } from "#protocol/contract-open.ts";
import { formatRate, NO_NUMBER } from "../../lib/format.ts";
import { Term } from "../../ui/term.tsx";
import { percentText } from "../trading/market-units.ts";
import type { ContractMarket, Preview } from "./contract-figures.ts";
import { useContractWords } from "./use-contract-words.ts";
import styles from "./opening.module.css";

export interface OpeningRowsProps {
  market: ContractMarket;
  /** A column each; undefined where there is no figure to trust: its cells stand with dashes, so that nothing jumps. */
  columns: readonly { key: string; name: string; preview: Preview | undefined; most?: bigint | undefined }[];
}

/** Every figure of an order before the tap, a column for each side. */
export function OpeningRows({ market, columns }: OpeningRowsProps) {
  const { t, i18n } = useLingui();
  const words = useContractWords(market);
  const rate = (of: { value: bigint; scale: number }) => formatRate(percentText(of), i18n.locale);
  const [taker, maker] = [rate(contractRates.taker), rate(contractRates.maker)];
  const cell = (of: (preview: Preview) => string) => columns.map(({ key, preview }) => <td key={key}>{preview ? of(preview) : NO_NUMBER}</td>);
  const hasMost = columns.some(({ most }) => most !== undefined);
  const hasTp = columns.some(({ preview }) => preview?.tp);
  const hasSl = columns.some(({ preview }) => preview?.sl);
  const outcome = (trigger: Preview["tp"]) => (trigger ? `${words.signed(trigger.profit)} (${words.signedShare(trigger.roi)})` : NO_NUMBER);

  return (
    <table className={styles.rows}>
      {columns.length > 1 && (
        <thead>
          <tr>
            <td />
            {columns.map(({ key, name }) => <th key={key} scope="col">{name}</th>)}
          </tr>
        </thead>
      )}
      <tbody>
        <tr>
          <th scope="row"><Term term={t`Entry price`}><Trans>Average of what fills at once by the order book as it stands, and of your limit for what waits. The order fills by the next book the venue sees.</Trans></Term></th>
          {cell(({ average }) => `≈ ${words.average(average)}`)}
        </tr>
        <tr>
          <th scope="row"><Term term={t`Slippage`}><Trans>How far the average of what fills at once lies from the best price. The venue stops a market order at 5 %.</Trans></Term></th>
          {cell(({ slippage }) => (slippage === null ? NO_NUMBER : formatRate(minorText(slippage, 4), i18n.locale, 2)))}
        </tr>
        <tr>
          <th scope="row">{t`Worth`}</th>
          {cell(({ notional }) => words.money(notional))}
        </tr>
        <tr>
          <th scope="row"><Term term={t`Margin`}><Trans>Worth divided by the leverage. It is the most you can lose on this position, fees and funding aside.</Trans></Term></th>
          {cell(({ margin }) => words.money(margin))}
        </tr>
        <tr>
          <th scope="row"><Term term={t`Fee`}><Trans>{taker} of what fills at once, {maker} of what waited in the book. Closing costs about as much again.</Trans></Term></th>
          {cell(({ fee }) => words.exact(fee))}
        </tr>
        <tr>
          <th scope="row"><Term term={t`Set aside`}><Trans>Margin and fee at the worst price it may fill at. What is not needed comes back when the order is over.</Trans></Term></th>
          {cell(({ aside }) => (aside === null ? NO_NUMBER : words.money(aside)))}
        </tr>
        <tr data-strong>
          <th scope="row"><Term term={t`Liquidation price`}><Trans>When the mark price reaches it the venue closes the position and its margin is lost. Counted with what you hold on the same side, and with the closing fee.</Trans></Term></th>
          {cell(({ liquidation, own }) => (liquidation === null ? (own ? t`None` : NO_NUMBER) : words.ticks(liquidation)))}
        </tr>
        <tr>
          <th scope="row">{t`Distance from mark`}</th>
          {cell(({ distance }) => words.share(distance))}
        </tr>
        <tr>
          <th scope="row"><Term term={t`Margin ratio after`}><Trans>What must remain, as a share of what is there. At 100 % the position is liquidated.</Trans></Term></th>
          {cell(({ ratio }) => words.share(ratio))}
        </tr>
        {hasTp && <tr><th scope="row">{t`At take profit`}</th>{cell(({ tp }) => outcome(tp))}</tr>}
        {hasSl && <tr><th scope="row">{t`At stop loss`}</th>{cell(({ sl }) => outcome(sl))}</tr>}
        {hasMost && (
          <tr>
            <th scope="row">{t`You can open`}</th>
            {columns.map(({ key, most }) => <td key={key}>{most === undefined ? NO_NUMBER : words.contracts(Number(most))}</td>)}
          </tr>
        )}
      </tbody>
    </table>
  );
}
