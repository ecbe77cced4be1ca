import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Card } from "../../ui/card.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { SupportIcon } from "../../ui/navigation-icons.tsx";
import { contactsAtom } from "../platform/platform-atoms.ts";
import styles from "./home-screen.module.css";

/** Who answers questions; absent where the venue names nobody. */
export function ServiceList() {
  const { t } = useLingui();
  const contacts = useAtomValue(contactsAtom);
  if (contacts.length === 0) return null;
  return (
    <div className={styles.service}>
      <Card title={t`Customer service`} flush>
        <ul>
          {contacts.map((contact) => (
            <li key={contact.url}>
              <ListRow
                lead={<SupportIcon />}
                title={contact.name}
                detail={contact.url.replace(/^(mailto|tel):/i, "")}
                chevron
                link={({ className, children }) => (
                  <a
                    href={contact.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={className}
                  >
                    {children}
                  </a>
                )}
              />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
