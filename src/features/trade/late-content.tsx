import { useLingui } from "@lingui/react/macro";
import { useState, type ComponentType } from "react";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { LatePart } from "../../ui/states/late-part.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";

/** What a sheet or a pane shows once its code has come. Where it cannot be loaded, it says so and can be tried again. */
export function LateContent<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}) {
  const { t } = useLingui();
  const [isMissing, setMissing] = useState(false);
  if (isMissing)
    return (
      <ErrorState
        compact
        title={t`This part could not be loaded. Try again with a connection.`}
        retryLabel={t`Try again`}
        onRetry={() => setMissing(false)}
      />
    );
  return (
    <LatePart
      load={load}
      wanted
      onMissing={() => setMissing(true)}
      waiting={<Skeleton shape="block" />}
      props={props}
    />
  );
}
