import { useQuery } from "@tanstack/react-query";
import { platformBaseQuery } from "../../platform/queries.ts";

/** Whether this browser, at this address, can use passkeys of the venue. */
export function usePasskeysHere(): boolean {
  const { data } = useQuery(platformBaseQuery());
  return (
    typeof PublicKeyCredential !== "undefined" &&
    data?.platformbase.passkey_host === globalThis.location?.hostname
  );
}
