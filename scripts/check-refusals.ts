/**
 * Proves that every handler of the venue refuses only with codes that its endpoint's row lists.
 * TypeScript does not follow what is thrown, so this asks its checker: from each handler it follows
 * every function that the handler can reach, collects the types of the codes of all refusals made
 * there, and compares them with the row. `npm run typecheck` runs it,
 * and `tests/venue/refusals.test.ts` with breaches planted.
 *
 * It errs on the strict side: a function that is only named counts as called, a refusal that is
 * caught counts as given, and a call through an interface counts as a call of each implementation.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import {
  API,
  type Checker,
  type Project,
  SignatureKind,
  type Symbol as TypeSymbol,
  SymbolFlags,
  type Type,
} from "typescript/unstable/sync";
import { api } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { operatorEndpoints } from "#protocol/api/operator.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { commonRefusals } from "#protocol/wire/error-messages.ts";

const root = join(import.meta.dirname, "..");
/** What the pipeline before the handlers may answer to any call. */
const always: ReadonlySet<number> = new Set([...commonRefusals, codes.unsupportedMedia]);
/** Refusals that are in a handler's reach by the code alone, and why they cannot be given. */
const impossible: readonly { code: number; rows: readonly string[]; because: string }[] = [
  {
    code: codes.insufficientBalance,
    rows: [
      "reg",
      "cancelWithdrawal",
      "coinCancelOrder",
      "coinCancelAll",
      "contractCancelOrder",
      "contractCancelAll",
      "review",
      "systemRecharge",
    ],
    because: "their postings only credit what is available, and a credit is always covered",
  },
  {
    code: codes.bankDetailsMissing,
    rows: ["withdrawal"],
    because: "a draft to an address is not judged as one to a card",
  },
  ...[codes.invalidAddress, codes.badAddress, codes.unknownCurrency].map((code) => ({
    code,
    rows: ["withdrawalWithBank"],
    because: "a draft to a card is not judged as one to an address",
  })),
  {
    code: codes.remoteServiceError,
    rows: ["contractPreview"],
    because: "readSnapshot takes a source that has no book for a market without one",
  },
  ...[codes.quantityMissing, codes.noSuchLeverage].map((code) => ({
    code,
    rows: ["contractReversePosition"],
    because:
      "it opens with the contracts and the leverage of a position, which passed these checks",
  })),
];
const refusalFile = join(root, "venue/store/refusal.ts");

/** What a piece of code may do: the codes it refuses with, and the pieces it can reach. */
interface Effects {
  codes: { code: number; at: string }[];
  /** Refusals whose code has no literal type. */
  unproven: string[];
  reaches: Node[];
}

/** A class of refusals: its codes, or which argument of its constructor is the code. */
type RefusalClass = { argument: number } | { code: Node };

class RefusalGraph {
  private readonly project: Project;
  private readonly checker: Checker;
  private readonly effects = new Map<Node, Effects>();
  private readonly members = new Map<string, Node[]>();
  private readonly implementations = new Map<Node, Node[]>();

  constructor(project: Project) {
    this.project = project;
    this.checker = project.checker;
    for (const name of project.program.getSourceFileNames()) {
      const file = this.isOurs(name) ? project.program.getSourceFile(name) : undefined;
      if (file) visit(file, (node) => this.indexMember(node));
    }
  }

  /**
   * The functions by their rows' names that `maker` answers with, where its returned object says
   * so.
   */
  handlersOf(maker: Node): Map<string, Node> {
    const found = new Map<string, Node>();
    for (const returned of returnsOf(maker)) this.addHandlers(returned, found);
    return found;
  }

  addHandlers(expression: Node, found: Map<string, Node>): void {
    if (is.isObjectLiteralExpression(expression)) {
      for (const property of expression.properties) {
        if (is.isSpreadAssignment(property)) this.addHandlers(property.expression, found);
        else if (property.name) found.set(property.name.getText(), property);
      }
    } else if (is.isCallExpression(expression)) {
      for (const maker of this.targetsOf(expression.expression))
        for (const [name, handler] of this.handlersOf(maker)) found.set(name, handler);
    } else if (is.isIdentifier(expression)) {
      for (const target of this.targetsOf(expression)) this.addHandlers(target, found);
    }
  }

  /** Every code that can be thrown from `start`, with one way to each. */
  reachable(start: Node): { codes: Map<number, string>; unproven: Set<string> } {
    const seen = new Set<Node>([start]);
    const found = { codes: new Map<number, string>(), unproven: new Set<string>() };
    for (const node of seen) {
      const effects = this.effectsOf(node);
      for (const { code, at } of effects.codes)
        if (!found.codes.has(code)) found.codes.set(code, at);
      for (const at of effects.unproven) found.unproven.add(at);
      for (const next of effects.reaches) seen.add(next);
    }
    return found;
  }

  private effectsOf(node: Node): Effects {
    const known = this.effects.get(node);
    if (known) return known;
    const effects: Effects = { codes: [], unproven: [], reaches: [] };
    this.effects.set(node, effects);
    const names: Node[] = [];
    visit(node, (part) => {
      if (is.isNewExpression(part)) this.addNew(part, effects);
      if (is.isIdentifier(part) && isValue(part)) names.push(part);
      if (is.isPrivateIdentifier(part)) names.push(part);
    });
    const symbols = names.length > 0 ? this.checker.getSymbolAtLocation(names) : [];
    symbols.forEach((symbol, index) => {
      const name = names[index];
      if (symbol && name) effects.reaches.push(...this.functionsOf(symbol, name));
    });
    return effects;
  }

  private addNew(part: Node & { expression: Node }, effects: Effects): void {
    const { arguments: given } = part as unknown as { arguments?: readonly Node[] };
    for (const made of this.targetsOf(part.expression)) {
      if (!is.isClassDeclaration(made)) continue;
      const refusal = this.refusalClass(made);
      if (!refusal) {
        effects.reaches.push(...made.members.filter(runsWhenMade));
        continue;
      }
      const code = "code" in refusal ? refusal.code : given?.[refusal.argument];
      const values = code && literalsOf(this.checker.getTypeAtLocation(code));
      if (values)
        effects.codes.push(...values.map((value) => ({ code: value, at: placeOf(part) })));
      else effects.unproven.push(placeOf(part));
    }
  }

  /** Undefined for a class that is no refusal. */
  private refusalClass(made: Node): RefusalClass | undefined {
    if (!is.isClassDeclaration(made)) return undefined;
    if (made.name?.text === "Refusal" && fileOf(made) === refusalFile) return { argument: 0 };
    const base = made.heritageClauses?.flatMap(({ token, types }) =>
      token === SyntaxKind.ExtendsKeyword ? types.map(({ expression }) => expression) : [],
    )[0];
    const parent = base && this.targetsOf(base)[0];
    const inherited = parent && this.refusalClass(parent);
    if (!inherited || "code" in inherited) return inherited;
    const maker = made.members.find((member) => is.isConstructorDeclaration(member));
    if (!maker || !is.isConstructorDeclaration(maker)) return inherited;
    let code: Node | undefined;
    visit(maker, (part) => {
      if (is.isCallExpression(part) && part.expression.kind === SyntaxKind.SuperKeyword)
        code = part.arguments[inherited.argument];
    });
    if (!code) return undefined;
    const text = code.getText();
    const argument = maker.parameters.findIndex(({ name }) => name.getText() === text);
    return argument < 0 ? { code } : { argument };
  }

  /** What an expression names, aliases followed. */
  private targetsOf(expression: Node): Node[] {
    const name = is.isPropertyAccessExpression(expression) ? expression.name : expression;
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol ? this.declarationsOf(symbol) : [];
  }

  private declarationsOf(symbol: TypeSymbol): Node[] {
    const real =
      (symbol.flags & SymbolFlags.Alias) !== 0 ? this.checker.getAliasedSymbol(symbol) : symbol;
    return real.declarations
      .filter(({ path }) => this.isOurs(path))
      .flatMap((handle) => handle.resolve(this.project) ?? []);
  }

  /** The code that runs where this name is called. */
  private functionsOf(symbol: TypeSymbol, name: Node): Node[] {
    return this.declarationsOf(symbol).flatMap((declared) => this.bodiesOf(declared, name));
  }

  private bodiesOf(declared: Node, name: Node): Node[] {
    if (is.isFunctionLikeDeclaration(declared)) return "body" in declared ? [declared] : [];
    if (is.isVariableDeclaration(declared) || is.isPropertyDeclaration(declared)) {
      const { initializer } = declared;
      if (!initializer || is.isBindingPattern(declared.name)) return [];
      return isIterated(name, initializer) || this.isFunction(name) ? [initializer] : [];
    }
    if (is.isPropertyAssignment(declared))
      return this.isFunction(name) ? [declared.initializer] : [];
    if (is.isShorthandPropertyAssignment(declared)) {
      const value = this.checker.getShorthandAssignmentValueSymbol(declared);
      return value ? this.functionsOf(value, declared.name) : [];
    }
    if (is.isBindingElement(declared)) return this.destructured(declared, name);
    if (is.isMethodSignatureDeclaration(declared) || is.isPropertySignatureDeclaration(declared))
      return this.isFunction(name) ? this.implementationsOf(declared) : [];
    return [];
  }

  private destructured(element: Node, name: Node): Node[] {
    if (!is.isBindingElement(element) || !this.isFunction(name)) return [];
    const type = this.checker.getTypeAtLocation(element.parent);
    const key = (element.propertyName ?? element.name)?.getText();
    const property = type && key !== undefined && this.checker.getPropertyOfType(type, key);
    return property ? this.functionsOf(property, name) : [];
  }

  private isFunction(name: Node): boolean {
    const type = this.checker.getTypeAtLocation(name);
    const real = type && this.checker.getNonNullableType(type);
    return (
      real !== undefined && this.checker.getSignaturesOfType(real, SignatureKind.Call).length > 0
    );
  }

  /** All members of this name in objects and classes that are what the interface asks for. */
  private implementationsOf(signature: Node): Node[] {
    const known = this.implementations.get(signature);
    if (known) return known;
    this.implementations.set(signature, []);
    const { name, parent } = signature as Node & { name: Node };
    const wanted =
      is.isInterfaceDeclaration(parent) && !parent.typeParameters
        ? this.checker.getTypeAtLocation(parent.name)
        : undefined;
    const found = (this.members.get(name.getText()) ?? []).filter((member) => {
      const type = this.checker.getTypeAtLocation(
        is.isClassDeclaration(member.parent) ? (member.parent.name ?? member) : member.parent,
      );
      return !wanted || (type !== undefined && this.checker.isTypeAssignableTo(type, wanted));
    });
    const bodies = found.flatMap((member) =>
      this.bodiesOf(member, (member as Node & { name: Node }).name),
    );
    this.implementations.set(signature, bodies);
    return bodies;
  }

  private indexMember(node: Node): void {
    const isMember =
      is.isMethodDeclaration(node) ||
      is.isPropertyAssignment(node) ||
      is.isShorthandPropertyAssignment(node) ||
      (is.isPropertyDeclaration(node) && node.initializer !== undefined);
    if (!isMember) return;
    const name = node.name.getText();
    this.members.set(name, [...(this.members.get(name) ?? []), node]);
  }

  private isOurs(path: string): boolean {
    const own = relative(root, path);
    return /^(venue|protocol)\//.test(own);
  }
}

function visit(node: Node, act: (node: Node) => void): void {
  if (is.isTypeNode(node) && !is.isExpressionWithTypeArguments(node)) return;
  act(node);
  node.forEachChild((child) => visit(child, act));
}

/** A name that is read, as against one that is declared or only says where. */
function isValue(name: Node): boolean {
  const { parent } = name;
  if (is.isPropertyAccessExpression(parent)) return true;
  if (is.isShorthandPropertyAssignment(parent)) return true;
  return !("name" in parent && parent.name === name);
}

function runsWhenMade(member: Node): boolean {
  return is.isConstructorDeclaration(member) || is.isPropertyDeclaration(member);
}

/**
 * A list, or a table read by a computed key: which of its functions is called is not known. A named
 * member is found by its own name.
 */
function isIterated(name: Node, initializer: Node): boolean {
  if (is.isArrayLiteralExpression(initializer)) return true;
  const { parent } = name;
  const isComputed = is.isElementAccessExpression(parent) || is.isCallExpression(parent);
  return is.isObjectLiteralExpression(initializer) && isComputed;
}

function returnsOf(maker: Node): Node[] {
  const found: Node[] = [];
  const look = (node: Node): void => {
    if (is.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (node === maker || !is.isFunctionLikeDeclaration(node)) node.forEachChild(look);
  };
  look(maker);
  return found;
}

function literalsOf(type: Type | undefined): number[] | undefined {
  if (!type) return undefined;
  if (type.isUnionType()) {
    const parts = type.getTypes().map(literalsOf);
    return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
  }
  return type.isNumberLiteralType() ? [type.value] : undefined;
}

function fileOf(node: Node): string {
  let at: Node = node;
  while (at.parent) at = at.parent;
  return (at as Node & { fileName: string }).fileName;
}

function placeOf(node: Node): string {
  const file = fileOf(node);
  const line = readFileSync(file, "utf8").slice(0, node.getStart()).split("\n").length;
  return `${relative(root, file)}:${line}`;
}

/**
 * What each `bindRows(api.word, …)` and the desk's table join: the rows, and the expression of
 * their handlers.
 */
function bindings(project: Project): { rows: Record<string, Endpoint>; handlers: Node }[] {
  const found: { rows: Record<string, Endpoint>; handlers: Node }[] = [];
  const words: Record<string, Record<string, Endpoint>> = api;
  const inFile = (name: string, act: (node: Node) => void) => {
    const file = project.program.getSourceFile(join(root, name));
    if (file) visit(file, act);
  };
  inFile("venue/routes.ts", (node) => {
    if (!is.isCallExpression(node) || node.expression.getText() !== "bindRows") return;
    const [table, handlers] = node.arguments;
    const rows = words[table?.getText().replace(/^api\./, "") ?? ""];
    if (rows && handlers) found.push({ rows, handlers });
  });
  inFile("venue/operator/desk/desk.ts", (node) => {
    if (is.isCallExpression(node) && node.expression.getText() === "createDeskHandlers")
      found.push({ rows: operatorEndpoints, handlers: node });
  });
  return found;
}

/**
 * What does not hold, one sentence each.
 * @param changed texts that stand in place of files, by their path from the project's root
 */
export function unlistedRefusals(changed: Record<string, string> = {}): string[] {
  const wire = new API({
    cwd: root,
    ...(Object.keys(changed).length > 0 && {
      fs: { readFile: (name: string) => changed[relative(root, name)] },
    }),
  });
  try {
    const snapshot = wire.updateSnapshot({ openProjects: [join(root, "venue/tsconfig.json")] });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error("venue/tsconfig.json was not opened");
    const graph = new RefusalGraph(project);
    const problems: string[] = [];
    const used = new Set<string>();
    const excused = (name: string, code: number): boolean => {
      const reason = impossible.find((each) => each.code === code && each.rows.includes(name));
      if (reason) used.add(`${name} ${code}`);
      return reason !== undefined;
    };
    for (const { rows, handlers } of bindings(project)) {
      const byName = new Map<string, Node>();
      graph.addHandlers(handlers, byName);
      for (const [name, row] of Object.entries(rows)) {
        const handler = byName.get(name);
        if (!handler) {
          problems.push(`${name}: its handler was not found`);
          continue;
        }
        const { codes: given, unproven } = graph.reachable(handler);
        for (const at of unproven)
          problems.push(`${name}: ${at} refuses with a code of no literal type`);
        for (const [code, at] of given)
          if (
            !always.has(code) &&
            !row.refusals.some((listed) => listed === code) &&
            !excused(name, code)
          )
            problems.push(
              `${name}: ${at} refuses with ${nameOf(code)}, which its row does not list`,
            );
      }
    }
    for (const { code, rows } of impossible)
      for (const name of rows)
        if (!used.has(`${name} ${code}`))
          problems.push(`${name}: ${nameOf(code)} is excused and is not in its reach`);
    return problems;
  } finally {
    wire.close();
  }
}

function nameOf(code: number): string {
  return Object.entries(codes).find(([, number]) => number === code)?.[0] ?? String(code);
}

if (import.meta.main) {
  const problems = unlistedRefusals();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
