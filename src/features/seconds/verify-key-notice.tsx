import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { rememberKey, standingOfKey } from "./receipt-key.ts";

/** Whether the key that signed is the one this device has known of the venue. A changed one is told and remembered only when wished. */
export function VerifyKeyNotice({ publicKey }: { publicKey: string }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const queryKey = ["venue-key", publicKey];
  const { data } = useQuery({
    queryKey,
    queryFn: () => standingOfKey(publicKey),
    staleTime: 0,
    meta: { kept: false },
  });
  if (!data) return null;
  const since = formatDateTime(data.since, i18n.locale);
  if (data.state === "changed") {
    return (
      <Banner
        tone="danger"
        live
        action={
          <Button
            size="small"
            onClick={() =>
              void rememberKey(publicKey).then(() => client.invalidateQueries({ queryKey }))
            }
          >{t`Remember the new key`}</Button>
        }
      >
        <Trans>
          The venue signed this with another key than the one this device has known since {since}.
          Unless the venue has told of a new key, do not trust it.
        </Trans>
      </Banner>
    );
  }
  return data.state === "first" ? (
    <p>
      <Trans>This device now remembers the venue’s key and will tell if another one is used.</Trans>
    </p>
  ) : (
    <p>
      <Trans>Signed with the key that this device has known since {since}.</Trans>
    </p>
  );
}
