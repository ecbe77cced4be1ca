import { Trans } from "@lingui/react/macro";
import { Banner } from "../../../ui/states/banner.tsx";

/** Over plain http a browser keeps no secure cookie, so the session lives in memory alone. Says so. */
export function UnencryptedNote() {
  // The prerendering build and the unit tests have no such name.
  if (globalThis.isSecureContext !== false) return null;
  return (
    <Banner tone="warning">
      <Trans>
        This connection is not encrypted. You stay logged in only until you close or reload this
        page.
      </Trans>
    </Banner>
  );
}
