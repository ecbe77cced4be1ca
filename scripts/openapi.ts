/** Writes the contract as an OpenAPI 3.1 document to `dist/openapi.json`, or to the file named. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { openApiDocument } from "../venue/http/api/open-api.ts";
import { defaultSettings } from "../venue/settings/settings.ts";

const path = process.argv[2] ?? "dist/openapi.json";
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${JSON.stringify(openApiDocument(defaultSettings.version), null, 2)}\n`);
