import { Trans, useLingui } from "@lingui/react/macro";
import { Term } from "../../../ui/text/term.tsx";

/** What fills on a paper venue leave out, one tap away. */
export function PaperFills() {
  const { t } = useLingui();
  return (
    <Term term={t`How paper orders fill`}>
      <Trans>
        By the real market’s book and trades, as the venue sees them next. Three things are missing:
        your order does not move the real market, it arrives without delay, and it does not queue
        behind others at its price.
      </Trans>
    </Term>
  );
}
