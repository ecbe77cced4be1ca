import { useEffect, useSyncExternalStore, type ComponentProps } from "react";
import { CoinIcon } from "../../../ui/figures/coin-icon.tsx";
import { coinDrawing, coinIconUrl, subscribeCoinIcons, requestCoinIcon } from "./coin-icons.ts";

/** A coin's icon from the icon endpoint; a disc with letters until it is loaded and where there is none. */
export function LoadedCoinIcon({
  code,
  ...rest
}: Omit<ComponentProps<typeof CoinIcon>, "url" | "drawing">) {
  const name = code.toLowerCase();
  const src = useSyncExternalStore(
    subscribeCoinIcons,
    () => coinIconUrl(name),
    () => null,
  );
  useEffect(() => requestCoinIcon(name), [name]);
  const url = src ?? undefined;
  const drawing = url === undefined ? undefined : coinDrawing(name, url);
  return <CoinIcon code={code} url={url} drawing={drawing} {...rest} />;
}
