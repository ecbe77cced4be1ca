import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AddressBook, SavedAddress } from "#protocol/api/withdrawal.ts";
import { formatDateTime } from "../../../../lib/format.ts";
import { EditIcon, PlusIcon, TrashIcon } from "../../../../ui/icons/action-icons.tsx";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { IconButton } from "../../../../ui/actions/icon-button.tsx";
import { Sheet } from "../../../../ui/layers/sheet.tsx";
import { SkeletonRows } from "../../../../ui/states/skeleton.tsx";
import { Switch } from "../../../../ui/fields/switch.tsx";
import { Tag } from "../../../../ui/text/tag.tsx";
import { useClockTick } from "../../../../api/clock-tick.ts";
import { WriteTrouble } from "../../../platform/forms/write-trouble.tsx";
import { RowsMissing } from "../../../platform/lists/rows-missing.tsx";
import { useFormWrite } from "../../../../writes/use-form-write.ts";
import { AddressEdit, type AddressDraft } from "./saved-address-edit.tsx";
import { AddressView } from "./address-view.tsx";
import { AddressWhitelist } from "./address-whitelist.tsx";
import { useAddressMessages } from "./address-messages.ts";
import { savedAddressesQuery } from "../withdrawal-queries.ts";
import { removingAddress } from "./address-writes.ts";
import styles from "../withdraw.module.css";

export interface SavedAddressesSheetProps {
  open: boolean;
  onClose: () => void;
  /** Undefined until it is loaded. */
  savedAddresses: AddressBook | undefined;
  /** All networks for withdrawals, and those of the chosen currency. */
  networks: readonly string[];
  pickable: readonly string[];
  /** Why nothing can be changed now; undefined where it can. */
  stop: string | undefined;
  /** An address to save: the sheet opens with its form. */
  begin: AddressDraft | undefined;
  onPick: (address: SavedAddress) => void;
}

/** The saved addresses: choose, add, rename and remove one, and turn the whitelist on or off. */
export function SavedAddressesSheet({ open, begin, ...props }: SavedAddressesSheetProps) {
  const { t } = useLingui();
  const [edited, setEdited] = useState<AddressDraft | "whitelist">();
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
      {edited === "whitelist" && props.savedAddresses ? (
        <AddressWhitelist savedAddresses={props.savedAddresses} stop={props.stop} onDone={back} />
      ) : edited !== undefined && edited !== "whitelist" ? (
        <AddressEdit
          initial={edited}
          networks={props.networks}
          waitHours={props.savedAddresses?.wait_hours ?? 0}
          stop={props.stop}
          onDone={back}
        />
      ) : (
        <SavedAddresses {...props} onEdit={setEdited} />
      )}
    </Sheet>
  );
}

function SavedAddresses({
  savedAddresses,
  pickable,
  stop,
  onPick,
  onEdit,
}: Omit<SavedAddressesSheetProps, "open" | "begin"> & {
  onEdit: (what: AddressDraft | "whitelist") => void;
}) {
  const { t, i18n } = useLingui();
  const query = useQuery(savedAddressesQuery());
  if (!savedAddresses && query.error)
    return <RowsMissing title={t`Your saved addresses did not arrive`} query={query} />;
  if (!savedAddresses) return <SkeletonRows count={3} lead={false} />;
  const { list, whitelist, whitelist_off_from: offFrom, wait_hours: hours } = savedAddresses;
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
            : t`Everything else is refused, no matter who asks. Turning it off takes 24 hours.`
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
      <ul className={styles.entries}>
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
  const messages = useAddressMessages();
  const client = useQueryClient();
  const now = useClockTick() * 1000;
  const [removing, setRemoving] = useState(false);
  const remove = useFormWrite(removingAddress(one.id), {
    onDone: (saved) => client.setQueryData(savedAddressesQuery().queryKey, saved),
  });
  const waits = one.usable_from > now;
  const { text, tone } = messages.known({ used: one.used, saved: 1 });
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
          <Tag tone="warning">{t`May be paid in ${messages.countdown(one.usable_from - now)}`}</Tag>
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
      <WriteTrouble write={remove} />
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
            onClick={() => remove.send(null)}
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
