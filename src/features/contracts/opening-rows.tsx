import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatAmount as minorText } from "#protocol/amount.ts";
import { contractRates } from "#protocol/contract-open.ts";
import { formatMoney, formatRate, NO_NUMBER } from "../../lib/format.ts";
import { Term } from "../../ui/term.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { percentText } from "../trading/market-units.ts";
import { moneyText, type ContractMarket, type Preview } from "./contract-figures.ts";
import { useContractWords } from "./use-contract-words.ts";
import styles from "./opening.module.css";

export interface OpeningRowsProps {
  market: ContractMarket;
  /** A column each; undefined where there is no figure to trust: its cells stand with dashes, so that nothing jumps. */
  columns: readonly {
    key: string;
    name: string;
    preview: Preview | undefined;
    most?: bigint | undefined;
  }[];
}

/** Beside another column there is room for no more. */
const feeDecimals = 4;

/** Every figure of an order before the tap, a column for each side. */
export function OpeningRows({ market, columns }: OpeningRowsProps) {
  const { t, i18n } = useLingui();
  const words = useContractWords(market);
  const rate = (of: { value: bigint; scale: number }) => formatRate(percentText(of), i18n.locale);
  const [taker, maker] = [rate(contractRates.taker), rate(contractRates.maker)];
  const cell = (of: (preview: Preview) => string) =>
    columns.map(({ key, preview }) => <td key={key}>{preview ? of(preview) : NO_NUMBER}</td>);
  const hasMost = columns.some(({ most }) => most !== undefined);
  const hasTp = columns.some(({ preview }) => preview?.tp);
  const hasSl = columns.some(({ preview }) => preview?.sl);
  const outcome = (trigger: Preview["tp"]) =>
    trigger ? `${words.signed(trigger.profit)} (${words.signedShare(trigger.roi)})` : NO_NUMBER;

  return (
    <table className={styles.rows}>
      {columns.length > 1 && (
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t`Figure`}</VisuallyHidden>
            </th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        <tr>
          <Head
            name={t`Entry price`}
            explanation={
              <Trans>
                Average of what fills at once by the order book as it stands, and of your limit for
                what waits. The order fills by the next book the venue sees.
              </Trans>
            }
          />
          {cell(({ average }) => `≈ ${words.average(average)}`)}
        </tr>
        <tr>
          <Head
            name={t`Slippage`}
            explanation={
              <Trans>
                How far the average of what fills at once lies from the best price. The venue stops
                a market order at 5 %.
              </Trans>
            }
          />
          {cell(({ slippage }) =>
            slippage === null ? NO_NUMBER : formatRate(minorText(slippage, 4), i18n.locale, 2),
          )}
        </tr>
        <tr>
          <th scope="row">{t`Worth`}</th>
          {cell(({ notional }) => words.money(notional))}
        </tr>
        <tr>
          <Head
            name={t`Margin`}
            explanation={
              <Trans>
                Worth divided by the leverage. It is the most you can lose on this position, fees
                and funding aside.
              </Trans>
            }
          />
          {cell(({ margin }) => words.money(margin))}
        </tr>
        <tr>
          <Head
            name={t`Fee`}
            explanation={
              <Trans>
                {taker} of what fills at once, {maker} of what waited in the book. Closing costs
                about as much again.
              </Trans>
            }
          />
          {cell(({ fee }) =>
            formatMoney(
              moneyText(fee),
              market.quote,
              i18n.locale,
              columns.length > 1
                ? { decimals: feeDecimals, hidden: words.hidden }
                : { hidden: words.hidden },
            ),
          )}
        </tr>
        <tr>
          <Head
            name={t`Set aside`}
            explanation={
              <Trans>
                Margin and fee at the worst price it may fill at. What is not needed comes back when
                the order is over.
              </Trans>
            }
          />
          {cell(({ aside }) => (aside === null ? NO_NUMBER : words.money(aside)))}
        </tr>
        <tr data-strong>
          <Head
            name={t`Liquidation price`}
            explanation={
              <Trans>
                When the mark price reaches it the venue closes the position and its margin is lost.
                Counted with what you hold on the same side, and with the closing fee.
              </Trans>
            }
          />
          {cell(({ liquidation, own }) =>
            liquidation === null ? (own ? t`None` : NO_NUMBER) : words.ticks(liquidation),
          )}
        </tr>
        <tr>
          <th scope="row">{t`Distance from mark`}</th>
          {cell(({ distance }) => words.share(distance))}
        </tr>
        <tr>
          <Head
            name={t`Margin ratio after`}
            explanation={
              <Trans>
                What must remain, as a share of what is there. At 100 % the position is liquidated.
              </Trans>
            }
          />
          {cell(({ ratio }) => words.share(ratio))}
        </tr>
        {hasTp && (
          <tr>
            <th scope="row">{t`At take profit`}</th>
            {cell(({ tp }) => outcome(tp))}
          </tr>
        )}
        {hasSl && (
          <tr>
            <th scope="row">{t`At stop loss`}</th>
            {cell(({ sl }) => outcome(sl))}
          </tr>
        )}
        {hasMost && (
          <tr>
            <th scope="row">{t`You can open`}</th>
            {columns.map(({ key, most }) => (
              <td key={key}>{most === undefined ? NO_NUMBER : words.contracts(Number(most))}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A row's name that can be tapped to learn what it means. */
function Head({ name, explanation }: { name: string; explanation: ReactNode }) {
  const term = <Term term={name}>{explanation}</Term>;
  return <th scope="row">{term}</th>;
}
