import { useEffect, useEffectEvent, useRef, useState } from "react";

const firstMs = 400;
const nextMs = 75;

/** Makes a button act again and again while it is held; a short press acts once, as a press of a key does. */
export function useHoldRepeat(act: () => void, enabled: boolean) {
  const [held, setHeld] = useState(false);
  const repeated = useRef(false);
  const repeat = useEffectEvent(() => {
    repeated.current = true;
    act();
  });

  useEffect(() => {
    if (!held || !enabled) return;
    let timer = setTimeout(function again() {
      repeat();
      timer = setTimeout(again, nextMs);
    }, firstMs);
    return () => clearTimeout(timer);
  }, [held, enabled]);

  const letGo = () => setHeld(false);
  return {
    onPointerDown: (event: { button: number }) => {
      repeated.current = false;
      setHeld(event.button === 0);
    },
    onPointerUp: letGo,
    onPointerLeave: letGo,
    onPointerCancel: letGo,
    // A long press on a phone would open its menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      if (!repeated.current) act();
      repeated.current = false;
    },
  };
}
