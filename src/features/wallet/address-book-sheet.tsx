import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AddressBook, SavedAddress } from "#protocol/withdrawal.ts";
import { formatDateTime } from "../../lib/format.ts";
import { EditIcon, PlusIcon, TrashIcon } from "../../ui/action-icons.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useVenueSecond } from "../market/venue-second.ts";
import { SendTrouble } from "../platform/send-trouble.tsx";
import { AddressEdit, type AddressWish } from "./address-edit.tsx";
import { AddressView } from "./address-view.tsx";
import { AddressWhitelist } from "./address-whitelist.tsx";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { addressBookQuery, removeAddressMutation } from "./withdrawal-queries.ts";
import styles from "./withdraw.module.css";

export interface AddressBookSheetProps {
  open: boolean;
  onClose: () => void;
  /** Undefined until it is known. */
  book: AddressBook | undefined;
  /** Every network that anything goes out by, and those of the currency at hand. */
  networks: readonly string[];
  pickable: readonly string[];
  /** Why nothing can be changed now. */
  stop: string | undefined;
  /** An address to begin with: the sheet opens at saving it. */
  begin: AddressWish | undefined;
  onPick: (address: SavedAddress) => void;
}

/** The saved addresses: choosing one, adding, naming, removing, and paying none but them. */
export function AddressBookSheet({ open, begin, ...props }: AddressBookSheetProps) {
  const { t } = useLingui();
  const [edited, setEdited] = useState<AddressWish | "whitelist">();
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open) setEdited(begin);
  }
  const title =
    edited === undefined
      ? t`Address book`
      : edited === "whitelist"
        ? t`Saved addresses only`
        : edited.id === undefined
          ? t`Save an address`
          : t`Name an address`;
  const back = () => setEdited(undefined);
  return (
    <Sheet open={open} onClose={props.onClose} title={title} closeLabel={t`Close`}>
      {edited === "whitelist" && props.book ? (
        <AddressWhitelist book={props.book} stop={props.stop} onDone={back} />
      ) : edited !== undefined && edited !== "whitelist" ? (
        <AddressEdit
          wish={edited}
          networks={props.networks}
          waitHours={props.book?.wait_hours ?? 0}
          stop={props.stop}
          onDone={back}
        />
      ) : (
        <Book {...props} onEdit={setEdited} />
      )}
    </Sheet>
  );
}

function Book({
  book,
  pickable,
  stop,
  onPick,
  onEdit,
}: Omit<AddressBookSheetProps, "open" | "begin"> & {
  onEdit: (what: AddressWish | "whitelist") => void;
}) {
  const { t, i18n } = useLingui();
  if (!book) return <SkeletonRows count={3} lead={false} />;
  const { list, whitelist, whitelist_off_from: offFrom, wait_hours: hours } = book;
  const until = offFrom === null ? "" : formatDateTime(offFrom, i18n.locale);
  return (
    <div className={styles.stack}>
      <p className={styles.soft}>
        {hours > 0 ? (
          <Trans>
            A new address waits {hours} hours before it may be paid. Removing one is immediate.
          </Trans>
        ) : (
          <Trans>On this venue a new address may be paid at once. Removing one is immediate.</Trans>
        )}
      </p>
      <Button
        icon={<PlusIcon size={20} />}
        wide
        onClick={() => onEdit({ network: pickable[0] ?? "", address: "", memo: "" })}
      >{t`Add an address`}</Button>
      <Switch
        label={t`Pay saved addresses only`}
        hint={
          offFrom !== null
            ? t`Off from ${until}.`
            : t`Everything else is refused, whoever asks. Turning it off takes 24 hours.`
        }
        checked={whitelist === 1}
        onChecked={() => onEdit("whitelist")}
      />
      {list.length === 0 && (
        <EmptyState compact title={t`No saved address`}>
          <Trans>
            Save the ones you use, with a name: what is chosen from here cannot be mistyped.
          </Trans>
        </EmptyState>
      )}
      <ul className={styles.book}>
        {list.map((one) => (
          <Entry
            key={one.id}
            one={one}
            isPickable={pickable.includes(one.network)}
            {...{ stop, onPick }}
            onEdit={() => onEdit(one)}
          />
        ))}
      </ul>
    </div>
  );
}

interface EntryProps {
  one: SavedAddress;
  isPickable: boolean;
  stop: string | undefined;
  onPick: (address: SavedAddress) => void;
  onEdit: () => void;
}

function Entry({ one, isPickable, stop, onPick, onEdit }: EntryProps) {
  const { t } = useLingui();
  const words = useWithdrawWords();
  const client = useQueryClient();
  const now = useVenueSecond() * 1000;
  const [removing, setRemoving] = useState(false);
  const remove = useMutation(removeAddressMutation());
  const waits = one.usable_from > now;
  const { text, tone } = words.known({ used: one.used, saved: 1 });
  const { label } = one;
  return (
    <li>
      <p className={styles.between}>
        <strong>{label}</strong>
        <Tag>{one.network}</Tag>
      </p>
      <AddressView address={one.address} />
      {one.memo !== "" && (
        <p className={styles.soft}>
          <Trans>Memo</Trans> <span className={styles.mono}>{one.memo}</span>
        </p>
      )}
      <p className={styles.between}>
        {waits ? (
          <Tag tone="warning">{t`May be paid in ${words.countdown(one.usable_from - now)}`}</Tag>
        ) : (
          <Tag tone={tone}>{text}</Tag>
        )}
        <span className={styles.inline}>
          <IconButton label={t`Rename ${label}`} icon={<EditIcon size={20} />} onClick={onEdit} />
          <IconButton
            label={t`Remove ${label}`}
            icon={<TrashIcon size={20} />}
            onClick={() => setRemoving(true)}
          />
          {isPickable && (
            <Button
              size="small"
              look="primary"
              onClick={() => onPick(one)}
              aria-label={t`Use ${label}`}
            >{t`Use`}</Button>
          )}
        </span>
      </p>
      <SendTrouble
        error={remove.error}
        lost={t`No answer came. Look again in a moment whether it is gone.`}
      />
      {removing && (
        <div className={styles.two}>
          <Button wide onClick={() => setRemoving(false)}>
            {t({ context: "what was saved or asked for", message: "Keep it" })}
          </Button>
          <Button
            wide
            look="danger"
            busy={remove.isPending}
            disabledReason={stop}
            onClick={() =>
              remove.mutate(
                { id: one.id },
                {
                  onSuccess: (book) => client.setQueryData(addressBookQuery().queryKey, book),
                  onError: () =>
                    void client.invalidateQueries({ queryKey: addressBookQuery().queryKey }),
                },
              )
            }
          >{t`Remove`}</Button>
        </div>
      )}
      {!isPickable && (
        <Banner>
          <Trans>The chosen currency does not travel by {one.network}.</Trans>
        </Banner>
      )}
    </li>
  );
}
