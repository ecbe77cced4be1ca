import { useLingui } from "@lingui/react/macro";
import { ApiError } from "../../api/api-error.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { Banner } from "../../ui/banner.tsx";

/** Why something was not kept by the venue; `lost` says what to do where no answer came. Nothing while all is well. */
export function SendTrouble({ error, lost }: { error: unknown; lost: string }) {
  const { i18n } = useLingui();
  if (error === null || error === undefined) return null;
  return (
    <Banner tone="danger" live>
      {error instanceof ApiError && error.status !== null ? i18n._(errorText(error.status)) : lost}
    </Banner>
  );
}
