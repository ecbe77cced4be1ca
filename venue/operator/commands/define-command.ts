import type { AloneDeps, OperatorDeps } from "./operator-deps.ts";
import { WrongCommand } from "./wrong-command.ts";

/** A word in its place: how the help shows it, and how it is read. */
export interface Argument<Value> {
  /** `ACCOUNT`, `on|off`. */
  shown: string;
  /** @throws WrongCommand */
  read: (text: string) => Value;
  /** It may be left out, and is undefined then; the last one only. */
  isOptional?: boolean;
  /** It takes all words that are left, and may be given as an option of its name instead; the last one only. */
  isRest?: boolean;
}

/** `--name`, with or without a value. */
export interface Option<Value> {
  /** What stands after its name; null where it takes no value. */
  shown: string | null;
  isRequired: boolean;
  /** @throws WrongCommand */
  read: (given: string | undefined) => Value;
}

/** What was given with a command, by name. */
export type Given = Readonly<Record<string, string | undefined>>;

export interface Command {
  /** One word, or two. */
  name: string;
  /** The whole line: `trade ACCOUNT on|off --reason "…"`. */
  usage: string;
  /** What it does. */
  help: string;
  /** Options that take a value, and those that take none. */
  valueOptions: readonly string[];
  switches: readonly string[];
  /** Whether so many words with these options can be meant. */
  fits: (count: number, options: readonly string[]) => boolean;
  /**
   * @returns what was read, and what does it: with the database open, or alone; nothing for the help
   * @throws WrongCommand
   */
  read: (
    words: readonly string[],
    options: Given,
  ) => {
    values: Readonly<Record<string, unknown>>;
    run: ((deps: OperatorDeps) => Promise<number>) | null;
    runAlone: ((deps: AloneDeps) => Promise<number>) | null;
  };
}

type Values<Arguments, Options> = {
  [Name in keyof Arguments]: Arguments[Name] extends Argument<infer Value> ? Value : never;
} & { [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never };

/** One row of the table of commands: what it is called and given, what the help says, and what does it. */
export function defineCommand<
  Arguments extends Readonly<Record<string, Argument<unknown>>> = Record<never, never>,
  Options extends Readonly<Record<string, Option<unknown>>> = Record<never, never>,
>(row: {
  name: string;
  /** In their order. */
  arguments?: Arguments;
  options?: Options;
  help: string;
  run?: (deps: OperatorDeps, values: Values<Arguments, Options>) => Promise<number>;
  /** For a command that needs no open database, or opens its own. */
  runAlone?: (deps: AloneDeps, values: Values<Arguments, Options>) => Promise<number>;
}): Command {
  const places = Object.entries<Argument<unknown>>(row.arguments ?? {});
  const options = Object.entries<Option<unknown>>(row.options ?? {});
  const last = places.at(-1);
  const restName = last?.[1].isRest ? last[0] : undefined;
  const most = restName === undefined ? places.length : Number.POSITIVE_INFINITY;
  const least = places.length - (last?.[1].isRest || last?.[1].isOptional ? 1 : 0);
  const names = [...options.map(([name]) => name), ...(restName === undefined ? [] : [restName])];
  const switches = options.filter(([, { shown }]) => shown === null).map(([name]) => name);
  return {
    name: row.name,
    usage: [
      row.name,
      ...places.map(([, { shown, isOptional }]) => (isOptional ? `[${shown}]` : shown)),
      ...options.map(([name, { shown, isRequired }]) => {
        const text = shown === null ? `--${name}` : `--${name} ${shown}`;
        return isRequired ? text : `[${text}]`;
      }),
    ].join(" "),
    help: row.help,
    valueOptions: names.filter((name) => !switches.includes(name)),
    switches,
    fits: (count, given) =>
      count >= least && count <= most && given.every((name) => names.includes(name)),
    read(words, given) {
      const values: Record<string, unknown> = {};
      for (const [at, [name, place]] of places.entries()) {
        if (place.isRest) values[name] = place.read(given[name] ?? words.slice(at).join(" "));
        else if (at < words.length) values[name] = place.read(words[at] ?? "");
      }
      for (const [name, option] of options) values[name] = option.read(given[name]);
      const { run, runAlone } = row;
      // Each value was read by the reader of its name; the record cannot say so.
      const read = values as Values<Arguments, Options>;
      return {
        values,
        run: run ? (deps) => run(deps, read) : null,
        runAlone: runAlone ? (deps) => runAlone(deps, read) : null,
      };
    },
  };
}

/** A word as it is. */
export const word = (shown: string): Argument<string> => ({ shown, read: (text) => text });

/** One of a few words, each with what it stands for. */
export function oneOf<Value>(
  meanings: Readonly<Record<string, Value>>,
  refusal: (text: string) => string,
): Argument<Value> {
  return {
    shown: Object.keys(meanings).join("|"),
    read(text) {
      const value = Object.hasOwn(meanings, text) ? meanings[text] : undefined;
      if (value === undefined) throw new WrongCommand(refusal(text));
      return value;
    },
  };
}

/** The last argument, where it may be left out. */
export const perhaps = <Value>(place: Argument<Value>): Argument<Value | undefined> => ({
  ...place,
  isOptional: true,
});

/** An option that is there or not. */
export const toggle: Option<boolean> = {
  shown: null,
  isRequired: false,
  read: (given) => given !== undefined,
};

/** An option that may be left out. */
export const optional = <Value>({ shown, read }: Argument<Value>): Option<Value | undefined> => ({
  shown,
  isRequired: false,
  read: (given) => (given === undefined ? undefined : read(given)),
});
