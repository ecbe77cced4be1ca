import { useLingui } from "@lingui/react/macro";
import { errorText } from "../../../i18n/error-messages.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import type { FormWrite } from "../../../writes/use-form-write.ts";
import { LateAnswer } from "./late-answer.tsx";

/** Why a write failed, or that its outcome is being read; nothing while there is no problem. */
export function WriteTrouble({
  write: { error, isLate, isChecking },
}: {
  write: Pick<FormWrite, "error" | "isLate" | "isChecking">;
}) {
  const { t, i18n } = useLingui();
  if (isLate) return <LateAnswer />;
  if (isChecking)
    return (
      <div role="status">
        <Progress label={t`Asking the venue what became of it`} />
      </div>
    );
  if (error === null) return null;
  return (
    <Banner tone="danger" live>
      {error.status === null
        ? t`It did not reach the venue. Try again.`
        : i18n._(errorText(error.status, error.data))}
    </Banner>
  );
}
