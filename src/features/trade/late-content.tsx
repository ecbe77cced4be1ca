import { useLingui } from "@lingui/react/macro";
import { useState, type ComponentType } from "react";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { LatePart } from "../../ui/states/late-part.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";

/**
 * What a sheet or a pane shows once its code has come. Where it cannot be loaded, it says so; it is asked for again by
 * itself and by a button.
 */
export function LateContent<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [missed, setMissed] = useState<number | null>(null);
  return (
    <LatePart
      key={attempt}
      load={load}
      wanted
      onMissing={() => setMissed(attempt)}
      waiting={
        missed === attempt ? (
          <ErrorState
            compact
            title={t`This part could not be loaded. Try again with a connection.`}
            retryLabel={t`Try again`}
            onRetry={() => setAttempt(attempt + 1)}
          />
        ) : (
          <Skeleton shape="block" />
        )
      }
      props={props}
    />
  );
}
