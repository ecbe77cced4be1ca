import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ListRow } from "../../ui/lists/list-row.tsx";
import { SupportIcon } from "../../ui/icons/navigation-icons.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { contactsAtom } from "./platform-atoms.ts";

/** A sheet with the venue's customer-service contacts. */
export function ContactsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const contacts = useAtomValue(contactsAtom);
  return (
    <Sheet open={open} onClose={onClose} title={t`Customer service`} closeLabel={t`Close`}>
      {contacts.length === 0 ? (
        <EmptyState compact icon={<SupportIcon />} title={t`No contacts known`}>
          <Trans>This venue has named nobody to write to, or it has not been reached yet.</Trans>
        </EmptyState>
      ) : (
        contacts.map((contact) => (
          <ListRow
            key={contact.url}
            title={contact.name}
            detail={contact.url.replace(/^(mailto|tel):/i, "")}
            chevron
            link={({ children, ...link }) => (
              <a href={contact.url} target="_blank" rel="noopener noreferrer" {...link}>
                {children}
              </a>
            )}
          />
        ))
      )}
    </Sheet>
  );
}
