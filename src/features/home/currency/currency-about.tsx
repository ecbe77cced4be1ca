import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Currency } from "#protocol/api/platform.ts";
import { formatAmount } from "../../../lib/format.ts";
import { Card } from "../../../ui/lists/card.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import styles from "./currency-screen.module.css";

interface CurrencyAboutProps {
  flag: string;
  /** Empty where it is not known. */
  name: string;
  about: Currency["about"];
}

/** Lasting facts about a currency: no prices, no forecasts. */
export function CurrencyAbout({ flag, name, about }: CurrencyAboutProps) {
  const { t, i18n } = useLingui();
  const text = aboutTextOf(flag);
  const kinds = {
    coin: t`Coin of its own chain`,
    token: t`Token on another chain`,
    stablecoin: t`Stablecoin`,
  };
  if (name === "" && !about && !text) return null;
  return (
    <Card title={<Trans>About {flag}</Trans>}>
      {text && <p className={styles.about}>{i18n._(text)}</p>}
      <KeyValues>
        {name !== "" && <KeyValue label={t`Name`}>{name}</KeyValue>}
        {about?.kind && <KeyValue label={t`Kind`}>{kinds[about.kind]}</KeyValue>}
        {about?.launched !== undefined && (
          <KeyValue label={t`Since`}>{String(about.launched)}</KeyValue>
        )}
        {about?.max_supply !== undefined && (
          <KeyValue
            label={t`Maximum supply`}
            explanation={t`Its own rules set this number. How many there are today is another matter.`}
          >
            {formatAmount(about.max_supply, i18n.locale)} {flag}
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}

const ofChain = (chain: string) =>
  msg`The coin of the ${chain} chain: fees are paid in it, and it is staked to secure the chain.`;
const forPayments = (network: string) =>
  msg`The coin of the ${network} network, made for payments between currencies.`;
const vote = (project: string) =>
  msg`A token to vote with: those who hold it decide on changes of ${project}.`;
const inGame = (game: string) => msg`The token of ${game}, a world to play in.`;
const meme = () => msg`A meme coin: nothing stands behind it but attention.`;

/** What each well-known currency is for. Nothing here depends on its price. */
const texts: Readonly<Record<string, () => MessageDescriptor>> = {
  BTC: () =>
    msg`The first cryptocurrency. Payments are written into a public chain that no single party keeps.`,
  ETH: () =>
    msg`The coin of the Ethereum chain, which runs programs called smart contracts. Their fees are paid in it.`,
  USDT: () =>
    msg`Issued by Tether and meant to be worth one US dollar. It is as good as the reserves behind it.`,
  XRP: () => forPayments("XRP Ledger"),
  XLM: () => forPayments("Stellar"),
  SOL: () => ofChain("Solana"),
  ADA: () => ofChain("Cardano"),
  TRX: () => ofChain("TRON"),
  SUI: () => ofChain("Sui"),
  AVAX: () => ofChain("Avalanche"),
  TON: () => ofChain("TON"),
  NEAR: () => ofChain("NEAR"),
  APT: () => ofChain("Aptos"),
  ATOM: () => ofChain("Cosmos Hub"),
  XTZ: () => ofChain("Tezos"),
  BNB: () => msg`The coin of BNB Chain, first issued by the exchange Binance.`,
  DOGE: () => msg`Began as a joke about a dog. New coins are mined every year, without an end.`,
  LTC: () => msg`An early variant of Bitcoin, with blocks four times as often.`,
  BCH: () => msg`Split from Bitcoin in 2017, to allow larger blocks.`,
  ETC: () => msg`The Ethereum chain as it went on for those who refused the change of 2016.`,
  ZEC: () => msg`Payments in it can hide sender, receiver and amount.`,
  LINK: () => msg`The token of Chainlink, which brings facts such as prices to smart contracts.`,
  FIL: () => msg`Pays for storage on the Filecoin network.`,
  DOT: () => msg`The coin of Polkadot, which joins several chains into one network.`,
  UNI: () => vote("Uniswap"),
  AAVE: () => vote("Aave"),
  COMP: () => vote("Compound"),
  LDO: () => vote("Lido"),
  CRV: () => vote("Curve"),
  ARB: () => vote("Arbitrum"),
  OP: () => vote("Optimism"),
  ENS: () => vote("Ethereum Name Service"),
  SAND: () => inGame("The Sandbox"),
  MANA: () => inGame("Decentraland"),
  AXS: () => inGame("Axie Infinity"),
  SHIB: meme,
  PEPE: meme,
  FLOKI: meme,
  WIF: meme,
  BONK: meme,
};

/** The message about a well-known currency; undefined for the others. */
export function aboutTextOf(flag: string): MessageDescriptor | undefined {
  return Object.hasOwn(texts, flag) ? texts[flag]?.() : undefined;
}
