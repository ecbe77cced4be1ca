import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useState } from "react";
import { periods } from "#protocol/api/market.ts";
import { periodAtom } from "../../features/market/chart/candle-settings.ts";
import { orderId } from "../../features/trade/order-id.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { store } from "../app-context.ts";
import { type Command, commandOf, keyMapAtom } from "./key-map.ts";
import { KeysSheet } from "./keys-sheet.tsx";
import { Palette } from "./palette.tsx";

/**
 * The keys of the app, for who has a keyboard. None of them does anything while one types or while a sheet is open; Ctrl or
 * Cmd with K opens the search from anywhere but a sheet.
 */
export function DeskKeys() {
  const { t } = useLingui();
  const map = useAtomValue(keyMapAtom);
  const [shown, setShown] = useState<"palette" | "keys" | null>(null);
  const [said, setSaid] = useState("");

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isSheetOpen()) return;
    const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (isSearch && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      setShown("palette");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const period = map.isOff ? undefined : periods[Number(event.key) - 1];
    const command = commandOf(map, event.key);
    if (period && isChartThere()) {
      store.set(periodAtom, period);
      setSaid(t`Period ${event.key} of the chart`);
    } else if (command === undefined || !run(command)) return;
    event.preventDefault();
  });

  /** Answers whether there was something to do. */
  function run(command: Command): boolean {
    switch (command) {
      case "palette":
      case "keys":
        setShown(command);
        return true;
      case "buy":
      case "sell":
        return toTicket(command);
      case "chart":
        return toFirst("figure [role=slider]");
      case "markets":
        return toFirst("#desk-list input[type=search], [data-markets] button");
      case "lists":
        return toFirst("#desk-lower [role=tab][aria-selected=true]");
    }
  }

  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    <>
      <Palette
        open={shown === "palette"}
        onClose={() => setShown(null)}
        onCommand={(command) => {
          setShown(command === "keys" ? "keys" : null);
          if (command !== "keys") requestAnimationFrame(() => run(command));
        }}
      />
      <KeysSheet open={shown === "keys"} onClose={() => setShown(null)} />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

const isSheetOpen = () => document.querySelector("dialog[open]") !== null;

const isChartThere = () => document.querySelector("main figure canvas") !== null;

/** Whether a letter would be text here, or choose among something. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=menu]",
    ) !== null
  );
}

/** Chooses the side of the ticket where it has one, and goes to its first empty field, or to the button of the side. */
function toTicket(side: "buy" | "sell"): boolean {
  const form = document.getElementById(orderId);
  if (form === null) return false;
  form.querySelector<HTMLElement>(`input[type=radio][value=${side}]`)?.click();
  const fields = [...form.querySelectorAll<HTMLInputElement>("input[inputmode]")];
  const empty = fields.find((field) => field.value === "" && field.checkVisibility());
  const button = form.querySelectorAll<HTMLElement>(
    "[data-sticky-bottom] button, button[data-side]",
  );
  const next = empty ?? button[side === "sell" && button.length > 1 ? 1 : 0] ?? fields[0];
  next?.scrollIntoView({ block: "nearest" });
  next?.focus();
  return next !== undefined;
}

function toFirst(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(`main :is(${selector})`);
  found?.focus();
  return found !== null;
}
