import { Trans, useLingui } from "@lingui/react/macro";
import { memo } from "react";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Menu } from "../../../ui/actions/menu.tsx";
import { Change } from "../../../ui/figures/change.tsx";
import { MoreIcon } from "../../../ui/icons/action-icons.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { AgeMark } from "../../market/feed/age-mark.tsx";
import { ChoiceCell, OwnTable, type RowPlace } from "../../trade/desk/own-table.tsx";
import type { Selection } from "../../trade/own-orders/use-selection.ts";
import { moneyText, percentOf } from "../figures/contract-figures.ts";
import { healthOf } from "../figures/position-health.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { useFloatingProfit, usePositionFacts } from "../figures/use-position-facts.ts";
import type { PositionAct } from "./position-card.tsx";
import styles from "../../trade/desk/own-table.module.css";

export interface DeskPositionsProps {
  positions: readonly ContractPosition[];
  /** Why nothing can be closed at present, in words; undefined where it can. */
  stop: string | undefined;
  selection: Selection;
  onAct: (act: PositionAct, position: ContractPosition) => void;
}

/** The open positions as a table, with what they win or lose together. */
export function DeskPositions({ positions, stop, selection, onAct }: DeskPositionsProps) {
  const { t } = useLingui();
  return (
    <OwnTable
      label={t`Your positions`}
      columns={[
        t`Contract`,
        t`Size`,
        t`Entry price`,
        t`Mark price`,
        t`Liquidation`,
        t`Margin ratio`,
        t`Margin`,
        t`Floating profit`,
        t`TP / SL`,
        t`Actions`,
      ]}
      selection={selection}
      rows={positions}
      row={(position, place) => (
        <PositionRow
          place={place}
          position={position}
          stop={stop}
          selection={selection}
          onAct={onAct}
        />
      )}
      total={positions.length > 1 && <Together positions={positions} />}
    />
  );
}

/** Apart from the rows, since it moves with each of their prices. */
function Together({ positions }: Pick<DeskPositionsProps, "positions">) {
  const { i18n } = useLingui();
  const { profit, quote, isFrozen } = useFloatingProfit(positions);
  const { hidden } = useContractWords(undefined);
  return (
    <tr>
      <th scope="row" colSpan={8}>
        <Trans>Together</Trans>
      </th>
      <td colSpan={3} className={styles.sum}>
        {hidden ? (
          HIDDEN_AMOUNT
        ) : (
          <Change
            value={profit === null ? undefined : moneyText(profit)}
            currency={quote}
            locale={i18n.locale}
            frozen={isFrozen}
          />
        )}
      </td>
    </tr>
  );
}

interface PositionRowProps {
  place: RowPlace;
  position: ContractPosition;
  stop: string | undefined;
  selection: Selection;
  onAct: DeskPositionsProps["onAct"];
}

function PositionRow({ place, position, stop, selection, onAct }: PositionRowProps) {
  const { t, i18n } = useLingui();
  const { market, figures, mark, age } = usePositionFacts(position);
  const words = useContractWords(market);
  const marked = figures?.marked ?? null;
  const isFrozen = age.state === "frozen";
  const health = marked && healthOf(marked.ratio);
  const side = words.side(position.direction);
  const name = t`${side} ${position.lever_rate}× ${position.contract_code}`;
  const liquidation = figures?.liquidation ?? null;
  const trigger = (price: string | null) => (price === null ? "–" : words.price(price));
  return (
    <tr {...place}>
      <ChoiceCell selection={selection} id={position.id} name={name} />
      <NameCell position={position} side={side} />
      <td>{words.size(position.volume)}</td>
      <td>{words.average(figures?.entry)}</td>
      <td className={isFrozen ? styles.quiet : undefined}>
        {mark ? words.mark(mark) : words.price(null)} <AgeMark fact={age} short dotOnly />
      </td>
      <td>
        {liquidation === null ? t`None` : words.ticks(liquidation)}
        {liquidation !== null && marked && <small>{words.share(marked.distance)}</small>}
      </td>
      <td className={styles.ratio} data-health={health ?? undefined}>
        {marked ? (marked.ratio === null ? t`Used up` : words.share(marked.ratio)) : "–"}
        {health === "near" && <small>{t`close to liquidation`}</small>}
      </td>
      <td>{figures ? words.money(figures.exposure.margin) : "–"}</td>
      <td>
        {words.hidden ? (
          HIDDEN_AMOUNT
        ) : (
          <Change
            value={marked ? moneyText(marked.profit) : undefined}
            currency={words.quote}
            locale={i18n.locale}
            arrow
            frozen={isFrozen}
          />
        )}
        <small>
          <Change
            value={marked && marked.roi !== null ? percentOf(marked.roi) : undefined}
            locale={i18n.locale}
            frozen={isFrozen}
          />
        </small>
      </td>
      <td>
        {trigger(position.tp_trigger_price)}
        <small>{trigger(position.sl_trigger_price)}</small>
      </td>
      <ActsCell position={position} name={name} stop={stop} onAct={onAct} />
    </tr>
  );
}

/** What a row has that no price moves, rendered again only where the position itself changes. */
const NameCell = memo(function NameCell({
  position,
  side,
}: {
  position: ContractPosition;
  side: string;
}) {
  const { t } = useLingui();
  return (
    <th scope="row">
      <span className={styles.name}>
        <Tag tone={position.direction === "buy" ? "up" : "down"}>
          {side} {position.lever_rate}×
        </Tag>
        {position.contract_code}
        {position.is_lock === 1 && <Tag tone="warning">{t`Locked.`}</Tag>}
      </span>
    </th>
  );
});

interface ActsCellProps extends Pick<PositionRowProps, "position" | "stop" | "onAct"> {
  /** The row's name, for screen readers. */
  name: string;
}

const ActsCell = memo(function ActsCell({ position, name, stop, onAct }: ActsCellProps) {
  const { t } = useLingui();
  const act = (chosen: PositionAct) => () => onAct(chosen, position);
  return (
    <td>
      <span className={styles.acts}>
        <Button
          look="quiet"
          size="small"
          disabledReason={stop ?? (position.is_lock === 1 ? t`Locked.` : undefined)}
          onClick={act("close")}
        >
          {t({ context: "a position", message: "Close" })}
        </Button>
        <Button look="quiet" size="small" onClick={act("tpsl")}>{t`TP/SL`}</Button>
        <Menu
          label={t`More about ${name}`}
          icon={<MoreIcon size={20} />}
          groups={[
            [
              { id: "margin", label: t`Margin`, onSelect: act("margin") },
              { id: "reverse", label: t`Reverse`, onSelect: act("reverse") },
              { id: "what-if", label: t`What if?`, onSelect: act("what-if") },
            ],
          ]}
        />
      </span>
    </td>
  );
});
