import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatAmount as minorText } from "#protocol/wire/amount.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { formatRate, NO_NUMBER } from "../../../lib/format.ts";
import { Term } from "../../../ui/text/term.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { percentText } from "../../trade/ticket/market-units.ts";
import { type ContractMarket, type Preview } from "../figures/contract-figures.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import rows from "../../trade/ticket/estimate-rows.module.css";
import styles from "./opening-ticket.module.css";

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
    trigger ? `${words.signed(trigger.net)} (${words.signedShare(trigger.roi)})` : NO_NUMBER;

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
          {cell(({ margin }) => words.cost(margin))}
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
          {cell(({ fee }) => words.cost(fee))}
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
          {cell(({ aside }) => (aside === null ? NO_NUMBER : words.cost(aside)))}
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
            <Head
              name={t`At take profit, net`}
              explanation={<Trans>After the fees of opening and of closing at that price.</Trans>}
            />
            {cell(({ tp }) => outcome(tp))}
          </tr>
        )}
        {hasSl && (
          <tr>
            <Head
              name={t`At stop loss, net`}
              explanation={<Trans>After the fees of opening and of closing at that price.</Trans>}
            />
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

/** The estimate in one line: what an order takes, where either side would be liquidated, and its fee. */
export function OpeningLine({
  market,
  long,
  short,
}: {
  market: ContractMarket;
  long: Preview | undefined;
  short: Preview | undefined;
}) {
  const { t } = useLingui();
  const words = useContractWords(market);
  const sides = [long, short].filter((side) => side !== undefined);
  const each = (of: (preview: Preview) => string) => [...new Set(sides.map(of))].join(" / ");
  const margin = each((side) => words.cost(side.margin));
  const liquidation = each((side) =>
    side.liquidation === null ? (side.own ? t`None` : NO_NUMBER) : words.ticks(side.liquidation),
  );
  const fee = each((side) => words.cost(side.fee));
  return (
    <span className={rows.line}>
      <Trans>
        Margin {margin} · liquidation {liquidation} · fee {fee}
      </Trans>
    </span>
  );
}

/** A row's name that can be tapped to learn what it means. */
function Head({ name, explanation }: { name: string; explanation: ReactNode }) {
  const term = <Term term={name}>{explanation}</Term>;
  return <th scope="row">{term}</th>;
}
