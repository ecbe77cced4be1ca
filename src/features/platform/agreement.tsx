import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import styles from "./agreement.module.css";
import { contactsAtom, platformAtom } from "./platform-atoms.ts";

/** The text of the user agreement. */
export function AgreementText() {
  const { t } = useLingui();
  const base = useAtomValue(platformAtom)?.base;
  const contact = useAtomValue(contactsAtom)[0];
  const name = base?.name || "Godwit";
  const version = base?.risk_text_version ?? "1";
  return (
    <article className={styles.text} aria-label={t`User agreement`}>
      <p className={styles.lead}>
        <Trans>
          {name} is a paper venue. Everything you deposit, trade, win or lose here is simulated.
          Nothing has value outside, and nothing can be paid out.
        </Trans>
      </p>

      <h2>
        <Trans>1. What you get</Trans>
      </h2>
      <p>
        <Trans>
          An account with paper money, prices of a market, and the means to practise: buying and
          selling coins, contracts with leverage, and contracts of fixed time. Prices come either
          from a simulated market or from a public exchange; the app says which.
        </Trans>
      </p>
      <p>
        <Trans>
          Orders fill against the order book on screen. Your orders do not move the real market,
          arrive without delay and wait in no queue. Results here are therefore better than the same
          trades would be with real money.
        </Trans>
      </p>

      <h2>
        <Trans>2. What it is not</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            It is not a bank, a broker or an exchange, and it holds no funds of yours. Never send
            real coins or money to an address shown here.
          </Trans>
        </li>
        <li>
          <Trans>
            It is not advice. That something worked on paper does not mean that it would work with
            money.
          </Trans>
        </li>
        <li>
          <Trans>Paper money cannot be bought, sold, passed on or exchanged for anything.</Trans>
        </li>
      </ul>

      <h2>
        <Trans>3. Your account</Trans>
      </h2>
      <p>
        <Trans>
          One person, one account. Choose a password you use nowhere else; the venue stores only a
          hash of it and never asks you for it. The operator of this venue may freeze or close an
          account that harms others or tries to break the venue, and says why when asked.
        </Trans>
      </p>

      <h2>
        <Trans>4. What is kept about you</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            Your e-mail address or phone number, the time and network address of registration and
            log-ins, and who invited you.
          </Trans>
        </li>
        <li>
          <Trans>
            Your paper balances, orders and every change of them. These records cannot be changed
            afterwards, so that the books can be checked.
          </Trans>
        </li>
        <li>
          <Trans>
            If you certify yourself: use sample data. A paper venue has no need of real documents;
            pictures are deleted after the decision.
          </Trans>
        </li>
        <li>
          <Trans>
            On your device: the session, your settings, what you typed, and a copy of your records
            for reading offline. Logging out removes what is yours.
          </Trans>
        </li>
      </ul>
      <p>
        <Trans>
          There is no advertising and no tracking, and nothing is sold. The data stays with the
          operator of this venue.
        </Trans>
      </p>

      <h2>
        <Trans>5. Risks you would run with real money</Trans>
      </h2>
      <ul>
        <li>
          <Trans>Coins can lose most of their value within hours.</Trans>
        </li>
        <li>
          <Trans>
            Leverage multiplies losses as it multiplies gains. A small move can take the whole
            margin, and the position is closed without asking you.
          </Trans>
        </li>
        <li>
          <Trans>
            Contracts of fixed time pay less for a right call than a wrong one costs. At even
            chances the expected result is a loss; the app shows by how much.
          </Trans>
        </li>
        <li>
          <Trans>
            Venues stop, prices freeze, networks fail, orders are filled at worse prices than shown.
          </Trans>
        </li>
      </ul>

      <h2>
        <Trans>6. No warranty</Trans>
      </h2>
      <p>
        <Trans>
          The software is free and open and comes as it is. It may have faults, be interrupted, or
          lose data; the operator may reset paper balances after telling you. As far as the law
          allows, nobody is liable for what you do or leave undone because of it.
        </Trans>
      </p>

      <h2>
        <Trans>7. Changes and questions</Trans>
      </h2>
      <p>
        <Trans>
          When this text changes in substance, the version below it rises. You may stop at any time:
          log out, and ask the operator to close the account.
        </Trans>
      </p>
      {contact ? (
        <p>
          <Trans>
            Questions go to{" "}
            <a href={contact.url} rel="noreferrer">
              {contact.name}
            </a>
            .
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            This venue names no address for questions. Ask the person who gave you its address.
          </Trans>
        </p>
      )}
      <p className={styles.version}>
        <Trans>Version {version} of this text.</Trans>
      </p>
    </article>
  );
}

/** The user agreement as a screen. */
export function AgreementScreen() {
  return (
    <div className={styles.screen}>
      <AgreementText />
    </div>
  );
}
