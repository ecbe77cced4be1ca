import { useEffect, useSyncExternalStore, type ComponentProps } from "react";
import { CoinIcon } from "../../ui/coin-icon.tsx";
import { coinPicture, subscribePictures, wantPicture } from "./icons.ts";

/** A coin's picture from the icon endpoint; a lettered disc until it is there, and where there is none. */
export function CoinPicture({ code, ...rest }: Omit<ComponentProps<typeof CoinIcon>, "url">) {
  const name = code.toLowerCase();
  const src = useSyncExternalStore(
    subscribePictures,
    () => coinPicture(name),
    () => null,
  );
  useEffect(() => wantPicture(name), [name]);
  return <CoinIcon code={code} url={src ?? undefined} {...rest} />;
}
