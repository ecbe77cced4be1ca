import { Trans } from "@lingui/react/macro";
import type { OfferedDuration } from "./stake-form.ts";
import { useSecondsWords } from "./use-seconds-words.ts";

/** What these contracts are, who forbids them, and what their odds mean (rules.md, 5). A new text is a new `secondsRiskVersion`. */
export function RiskText({ duration }: { duration: OfferedDuration | undefined }) {
  const words = useSecondsWords();
  const [odds, needed, expected] = duration
    ? [words.odds(duration.odds), words.rate(duration.break_even), words.odds(duration.expectation)]
    : [undefined, undefined, undefined];
  return (
    <>
      <p>
        <strong>
          <Trans>This is a simulation, with paper money.</Trans>
        </strong>
      </p>
      <p>
        <Trans>
          Contracts like this must not be sold to private customers in the EU member states that
          adopted ESMA’s measure, in the United Kingdom and in Australia. In the United States they
          are lawful only on exchanges that the CFTC has designated.
        </Trans>
      </p>
      {odds !== undefined && (
        <p>
          <Trans>
            At odds of {odds} you must be right in {needed} of your calls just to break even.
            Whoever is right half of the time has an expected result of {expected} of the stake,
            with every contract.
          </Trans>
        </p>
      )}
      <p>
        <Trans>No real platform that pays like this should be trusted with money.</Trans>
      </p>
      <p>
        <Trans>
          Results on paper are hypothetical: they say little about what would happen with real
          money, and nothing about the future.
        </Trans>
      </p>
    </>
  );
}
