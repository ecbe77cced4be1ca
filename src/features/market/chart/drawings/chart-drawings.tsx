import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../../../ui/actions/button.tsx";
import { IconButton } from "../../../../ui/actions/icon-button.tsx";
import type { CandleChart } from "../../../../ui/chart/candle-chart.ts";
import type { Place } from "../../../../ui/chart/chart-layer.ts";
import {
  type Drawing,
  type DrawingKind,
  placesOf,
  snapPrice,
} from "../../../../ui/chart/drawings/drawing.ts";
import { DrawingLayer, type DrawingsState } from "../../../../ui/chart/drawings/drawing-layer.ts";
import { CheckIcon } from "../../../../ui/icons/status-icons.tsx";
import { CloseIcon, EditIcon, TrashIcon } from "../../../../ui/icons/action-icons.tsx";
import { VisuallyHidden } from "../../../../ui/text/visually-hidden.tsx";
import { plainPrice } from "../../../../lib/plain-price.ts";
import { AlertButton } from "../../alerts/alert-button.tsx";
import { DrawingIcon } from "./drawing-icons.tsx";
import { readDrawings, withChanged, withNew, withRestored, writeDrawings } from "./drawing-list.ts";
import { DrawingsSheet } from "./drawings-sheet.tsx";
import { DrawingsStrip } from "./drawings-strip.tsx";
import { useDrawingWords } from "./use-drawing-words.ts";

export interface ChartDrawingsProps {
  symbol: string;
  /** Null while the chart is not shown. */
  chart: CandleChart | null;
  decimals: number;
  /** Length of a candle. */
  stepSec: number;
  /** Whether the list is open. */
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Something is to be drawn on the chart, whatever stands in its place. */
  onChartWanted: () => void;
}

/** The drawings on a market's chart: over its candles, in the strip above it, and in their list. */
export function ChartDrawings(props: ChartDrawingsProps) {
  return <MarketDrawings key={props.symbol} {...props} />;
}

const none: readonly Drawing[] = [];

function MarketDrawings({
  symbol,
  chart,
  decimals,
  stepSec,
  open,
  onOpen,
  onChartWanted,
}: ChartDrawingsProps) {
  const { t, i18n } = useLingui();
  const words = useDrawingWords(decimals, stepSec);
  const [drawings, setDrawings] = useState(() => readDrawings(symbol));
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [placing, setPlacing] = useState<DrawingsState["placing"]>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [removed, setRemoved] = useState(none);
  const layer = useRef<DrawingLayer>(null);

  const selected = drawings.find(({ id }) => id === selectedId);
  const edited = drawings.find(({ id }) => id === editedId) ?? null;

  function store(next: readonly Drawing[]) {
    setDrawings(next);
    writeDrawings(symbol, next);
  }

  function begin(kind: DrawingKind) {
    onOpen(false);
    onChartWanted();
    setRemoved(none);
    setSelectedId(null);
    setPlacing({ kind, places: [] });
  }

  function add(kind: DrawingKind, places: readonly Place[]): string | null {
    const { drawings: next, added } = withNew(drawings, kind, places);
    store(next);
    setPlacing(null);
    setSelectedId(added?.id ?? null);
    return added?.id ?? null;
  }

  function place(at: Place) {
    if (!placing) return;
    const places = [...placing.places, { ...at, price: snapPrice(at.price, decimals) }];
    if (places.length < placesOf(placing.kind)) setPlacing({ ...placing, places });
    else add(placing.kind, places);
  }

  /** Puts what is being drawn somewhere in view, to be moved by its figures. */
  function placeByFigures() {
    const [first, second] = [
      placing?.places[0] ?? chart?.placeAt(0.3, 0.65),
      chart?.placeAt(0.7, 0.35),
    ];
    if (!placing || !first || !second) return;
    const places = placesOf(placing.kind) === 1 ? [first] : [first, second];
    const snapped = places.map((each) => ({ ...each, price: snapPrice(each.price, decimals) }));
    edit(add(placing.kind, snapped));
  }

  function edit(id: string | null) {
    setEditedId(id);
    if (id !== null) setSelectedId(id);
    onOpen(true);
  }

  function remove(ids: readonly string[]) {
    const gone = drawings.filter(({ id }) => ids.includes(id));
    if (gone.length === 0) return;
    store(drawings.filter(({ id }) => !ids.includes(id)));
    setRemoved(gone);
    setSelectedId(null);
    setEditedId(null);
  }

  function undo() {
    store(withRestored(drawings, removed));
    setRemoved(none);
    chart?.focus();
  }

  const selectOnChart = useEffectEvent((id: string | null) => {
    setSelectedId(id);
    setRemoved(none);
  });
  const placeOnChart = useEffectEvent((at: Place) => place(at));
  const moveOnChart = useEffectEvent((drawing: Drawing) => store(withChanged(drawings, drawing)));
  const removeOnChart = useEffectEvent((id: string) => remove([id]));
  const texts = useEffectEvent(() => words.texts);
  const current = useEffectEvent(() => ({ drawings, selectedId, placing }));

  useEffect(() => {
    if (!chart) return;
    const made = new DrawingLayer({
      texts: {
        price: (price) => texts().price(price),
        share: (share) => texts().share(share),
        measure: (measure) => texts().measure(measure),
        moved: (drawing, handle) => texts().moved(drawing, handle),
      },
      onLook: (picture) => chart.redrawLayer(picture),
      onPlace: (at) => placeOnChart(at),
      onMove: (drawing) => moveOnChart(drawing),
      onSelect: (id) => selectOnChart(id),
      onRemove: (id) => removeOnChart(id),
      onCancel: () => setPlacing(null),
    });
    made.show(current());
    chart.setLayer(made);
    layer.current = made;
    return () => {
      chart.setLayer(null);
      layer.current = null;
    };
  }, [chart]);

  useEffect(
    () => layer.current?.show({ drawings, selectedId, placing }),
    [drawings, selectedId, placing, decimals, i18n.locale],
  );
  // By keyboard the points are chosen on the chart as well.
  const kind = placing?.kind;
  useEffect(() => {
    if (kind !== undefined) chart?.focus();
  }, [chart, kind]);

  const count = removed.length;
  const [only] = removed;
  const removedText =
    count === 1 && only
      ? t`Removed: ${words.names[only.kind]}`
      : t`Removed: ${plural(count, { one: "# drawing", other: "# drawings" })}`;
  const hint =
    placing === null
      ? ""
      : placesOf(placing.kind) === 1
        ? t`Tap its price on the chart`
        : placing.places.length === 0
          ? t`Tap where it begins`
          : t`Tap where it ends`;
  const selectedText = selected && words.described(selected);
  const spoken = placing
    ? [
        words.names[placing.kind],
        hint,
        t`By keyboard: arrow keys choose a candle, Enter takes its close, Escape gives up.`,
      ].join(". ")
    : count > 0
      ? removedText
      : selected
        ? t`Selected: ${words.names[selected.kind]}, ${selectedText}. Delete removes it.`
        : "";

  return (
    <>
      {placing ? (
        <DrawingsStrip
          icon={<DrawingIcon kind={placing.kind} size={20} />}
          title={words.names[placing.kind]}
          detail={hint}
        >
          {chart && (
            <IconButton
              label={t`Enter its figures`}
              icon={<EditIcon size={20} />}
              onClick={placeByFigures}
            />
          )}
          <IconButton
            label={t`Cancel`}
            icon={<CloseIcon size={20} />}
            onClick={() => setPlacing(null)}
          />
        </DrawingsStrip>
      ) : selected ? (
        <DrawingsStrip
          icon={<DrawingIcon kind={selected.kind} size={20} />}
          title={words.names[selected.kind]}
          detail={words.brief(selected)}
        >
          {selected.kind === "level" && (
            <AlertButton
              symbol={symbol}
              scope="coin"
              price={plainPrice(selected.places[0]?.price ?? 0, decimals)}
            />
          )}
          <IconButton
            label={t`Change its figures`}
            icon={<EditIcon size={20} />}
            onClick={() => edit(selected.id)}
          />
          <IconButton
            label={t`Remove`}
            icon={<TrashIcon size={20} />}
            onClick={() => {
              remove([selected.id]);
              chart?.focus();
            }}
          />
          <IconButton
            label={t`Done`}
            icon={<CheckIcon size={20} />}
            tone="accent"
            onClick={() => {
              setSelectedId(null);
              chart?.focus();
            }}
          />
        </DrawingsStrip>
      ) : (
        count > 0 && (
          <DrawingsStrip title={removedText}>
            <Button size="small" onClick={undo}>{t`Undo`}</Button>
            <IconButton
              label={t`Close`}
              icon={<CloseIcon size={20} />}
              onClick={() => {
                setRemoved(none);
                chart?.focus();
              }}
            />
          </DrawingsStrip>
        )
      )}
      <DrawingsSheet
        open={open}
        onClose={() => {
          onOpen(false);
          setEditedId(null);
        }}
        drawings={drawings}
        edited={edited}
        onEdit={edit}
        onKind={begin}
        onChange={(drawing) => store(withChanged(drawings, drawing))}
        onRemove={remove}
        removed={count > 0 ? { text: removedText, onUndo: undo } : null}
        decimals={decimals}
        stepSec={stepSec}
        words={words}
      />
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </>
  );
}
