import { type ESTree, type Plugin, parseSync } from "vite";

/**
 * Leaves the summaries of the endpoints out of the app and its worker: only the OpenAPI document shows them.
 * Runs before the types are taken out, so that it finds the endpoint tables as they are written.
 */
export function endpointSummaries(): Plugin {
  return {
    name: "godwit-endpoint-summaries",
    enforce: "pre",
    transform: {
      filter: { id: /\/protocol\/api\/[\w-]+\.ts$/ },
      handler(code, id) {
        return { code: withoutSummaries(code, id), map: null };
      },
    },
  };
}

/** The module with every `summary` empty, as many lines as before. */
export function withoutSummaries(code: string, file: string): string {
  const texts = [...summariesIn(parseSync(file, code).program)];
  let rest = code;
  for (const { start, end } of texts.toSorted((a, b) => b.start - a.start))
    rest = `${rest.slice(0, start)}""${rest.slice(end)}`;
  return rest;
}

function* summariesIn(program: ESTree.Program): Generator<ESTree.Expression> {
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if (isSummary(next)) yield next.value;
    else waiting.push(...Object.values(next));
  }
}

function isSummary(node: object): node is ESTree.ObjectProperty {
  if (!("type" in node) || node.type !== "Property") return false;
  const { key, value } = node as ESTree.ObjectProperty;
  if (key.type !== "Identifier" || key.name !== "summary") return false;
  return value.type === "Literal" || value.type === "TemplateLiteral";
}
