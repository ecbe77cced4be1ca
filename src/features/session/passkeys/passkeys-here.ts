import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { platformBaseQuery } from "../../platform/queries.ts";

/** Whether this browser, at this address, can use passkeys of the venue. */
export function usePasskeysHere(): boolean {
  const { data } = useQuery(platformBaseQuery());
  return (
    typeof PublicKeyCredential !== "undefined" &&
    data?.platformbase.passkey_host === globalThis.location?.hostname
  );
}

/**
 * Whether this device itself can keep a passkey, behind a fingerprint, a face or a PIN. False until the browser has
 * said so.
 */
export function useDevicePasskeys(): boolean {
  const isHere = usePasskeysHere();
  const [isAble, setAble] = useState(false);
  useEffect(() => {
    if (!isHere) return;
    let isShown = true;
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(
      (able) => isShown && setAble(able),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [isHere]);
  return isHere && isAble;
}
