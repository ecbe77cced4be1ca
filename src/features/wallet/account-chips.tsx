import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { certStatus } from "#protocol/user.ts";
import { Term } from "../../ui/term.tsx";
import { ShieldIcon } from "../../ui/navigation-icons.tsx";
import { Tag, type TagProps } from "../../ui/tag.tsx";
import { userAtom } from "../session/session-atoms.ts";
import styles from "./account-chips.module.css";

const certTexts: Record<number, { text: MessageDescriptor; tone: TagProps["tone"] }> = {
  [certStatus.none]: { text: msg`Not certified`, tone: "plain" },
  [certStatus.underReview]: { text: msg`Certification under review`, tone: "info" },
  [certStatus.certified]: { text: msg`Certified`, tone: "success" },
  [certStatus.failed]: { text: msg`Certification failed`, tone: "warning" },
};

/** Credit score and certification, as the venue keeps them, each with what it is good for. */
export function AccountChips() {
  const { t, i18n } = useLingui();
  const user = useAtomValue(userAtom);
  if (!user) return null;
  const cert = certTexts[Number(user.certstatus)];
  const score = String(user.credit_score ?? "");
  return (
    <p className={styles.chips}>
      {score !== "" && (
        <Tag>
          <Term term={t`Credit score ${score}`}>
            <Trans>
              A figure that comes with every account. It stays as it is and changes nothing here.
            </Trans>
          </Term>
        </Tag>
      )}
      {cert && (
        <Link to="/certification" className={styles.link}>
          <Tag tone={cert.tone} icon={<ShieldIcon size={16} />}>
            {i18n._(cert.text)}
          </Tag>
        </Link>
      )}
    </p>
  );
}
