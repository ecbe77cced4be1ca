import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { BankCard } from "#protocol/api/bank-card.ts";
import { PlusIcon } from "../../../../ui/icons/action-icons.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { classNames } from "../../../../lib/class-names.ts";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { Tag } from "../../../../ui/text/tag.tsx";
import { useOnline } from "../../../platform/use-online.ts";
import { WriteTrouble } from "../../../platform/forms/write-trouble.tsx";
import { useFormWrite } from "../../../../writes/use-form-write.ts";
import { useRequestMessages } from "../../../account/use-request-messages.ts";
import { choosingDefaultCard, removingCard } from "./card-writes.ts";
import styles from "../withdraw.module.css";

export interface BankCardListProps {
  cards: readonly BankCard[];
  chosen: string;
  onChoose: (id: string) => void;
  onAdd: () => void;
  /** Why no card can be added now; undefined where it can. */
  stop: string | undefined;
}

/** The saved cards, masked: choose one, make one the default, remove one. */
export function BankCardList({ cards, chosen, onChoose, onAdd, stop }: BankCardListProps) {
  const { t } = useLingui();
  return (
    <section className={styles.stack} aria-labelledby="bank-cards">
      <h2 id="bank-cards" className={styles.heading}>
        <Trans>Your cards</Trans>
      </h2>
      {cards.length === 0 ? (
        <EmptyState compact title={t`No card yet`}>
          <Trans>
            Add the card that withdrawals are to be paid to. It is shown masked ever after.
          </Trans>
        </EmptyState>
      ) : (
        <ul className={styles.entries}>
          {cards.map((card) => (
            <Entry
              key={card.id}
              card={card}
              isChosen={card.id === chosen}
              onChoose={() => onChoose(card.id)}
            />
          ))}
        </ul>
      )}
      <Button
        icon={<PlusIcon size={20} />}
        wide
        disabledReason={stop}
        onClick={onAdd}
      >{t`Add a bank card`}</Button>
    </section>
  );
}

function Entry({
  card,
  isChosen,
  onChoose,
}: {
  card: BankCard;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t } = useLingui();
  const online = useOnline();
  const { status } = useRequestMessages();
  const [removing, setRemoving] = useState(false);
  const makeDefault = useFormWrite(choosingDefaultCard(card.id));
  const remove = useFormWrite(removingCard(card.id));
  const { text, tone } = status(card.status);
  const name = `${card.bank_name} ${card.card_no_masked}`;
  const offline = online ? undefined : t`You are offline. This needs a connection.`;
  return (
    <li data-chosen={isChosen || undefined}>
      <p className={styles.between}>
        <span className={styles.strong}>
          {card.bank_name}{" "}
          <span className={classNames(styles.mono, styles.whole)}>{card.card_no_masked}</span>
        </span>
        <span className={styles.inline}>
          {card.is_default === 1 && <Tag tone="info">{t`Default`}</Tag>}
          {card.status !== 1 && <Tag tone={tone}>{text}</Tag>}
        </span>
      </p>
      <p className={styles.soft}>
        {card.account_name}
        {card.branch === "" ? "" : ` · ${card.branch}`}
      </p>
      {card.reason !== null && card.reason !== "" && (
        <p className={styles.soft}>
          <Trans>Why: {card.reason}</Trans>
        </p>
      )}
      <WriteTrouble write={makeDefault} />
      <WriteTrouble write={remove} />
      {removing ? (
        <div className={styles.two}>
          <Button wide onClick={() => setRemoving(false)}>
            {t({ context: "what was saved or asked for", message: "Keep it" })}
          </Button>
          <Button
            wide
            look="danger"
            busy={remove.isPending}
            disabledReason={offline}
            onClick={() => remove.send(null)}
          >{t`Remove`}</Button>
        </div>
      ) : (
        <div className={styles.acts}>
          {card.status === 1 && (
            <Button
              size="small"
              look={isChosen ? "primary" : "secondary"}
              aria-pressed={isChosen}
              aria-label={`${isChosen ? t`Chosen` : t`Use`}: ${name}`}
              onClick={onChoose}
            >
              {isChosen ? t`Chosen` : t`Use`}
            </Button>
          )}
          {card.is_default !== 1 && (
            <Button
              size="small"
              look="quiet"
              busy={makeDefault.isPending}
              disabledReason={offline}
              aria-label={`${t`Make default`}: ${name}`}
              onClick={() => makeDefault.send(null)}
            >{t`Make default`}</Button>
          )}
          <Button
            size="small"
            look="quiet"
            aria-label={t`Remove ${name}`}
            onClick={() => setRemoving(true)}
          >{t`Remove`}</Button>
        </div>
      )}
    </li>
  );
}
