import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { apiRows } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { commonRefusals, type ErrorCode, errorMessages } from "#protocol/wire/error-messages.ts";
import { pictureTypes } from "#protocol/api/upload.ts";
import { signatureHeaders } from "#protocol/wire/signature.ts";

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const { word, name, endpoint } of apiRows()) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(word, name, endpoint),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Godwit venue",
      version,
      description:
        "Every answer is an envelope {status, msg, data}: status 0 is success, any other is one of the listed codes. Refusals are HTTP 200; HTTP errors mean transport trouble.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(signatureHeaders).map(([key, header]) => [
          key,
          { type: "apiKey", in: "header", name: header },
        ]),
      ),
    },
  };
}

function operation(word: string, name: string, endpoint: Endpoint): Json {
  const request = schemaOf(endpoint.request, "input");
  const isGet = endpoint.method === "GET";
  return {
    operationId: name,
    tags: [word],
    summary: endpoint.summary,
    ...(endpoint.access === "user"
      ? { security: [Object.fromEntries(Object.keys(signatureHeaders).map((key) => [key, []]))] }
      : {}),
    ...(isGet
      ? { parameters: parametersOf(request) }
      : {
          requestBody: {
            required: true,
            content: endpoint.upload ? uploadBody : { "application/json": { schema: request } },
          },
        }),
    responses: {
      200: { description: "The answer, or a refusal.", content: answerBody(endpoint) },
      429: {
        description:
          "Too many calls; Retry-After tells the seconds to wait. The envelope's status is 100006.",
      },
    },
  };
}

const uploadBody = {
  "multipart/form-data": {
    schema: {
      type: "object",
      required: ["files"],
      properties: { files: { type: "string", format: "binary" } },
    },
  },
};

function answerBody(endpoint: Endpoint): Json {
  if (!endpoint.binary)
    return { "application/json": { schema: { oneOf: [success(endpoint), refusal(endpoint)] } } };
  return {
    ...Object.fromEntries(
      pictureTypes.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
    ),
    "application/json": { schema: refusal(endpoint) },
  };
}

function success(endpoint: Endpoint): Json {
  return {
    type: "object",
    required: ["status", "msg", "data"],
    properties: {
      status: { const: 0 },
      msg: { type: "string" },
      data: schemaOf(endpoint.data, "output"),
    },
  };
}

function refusal(endpoint: Endpoint): Json {
  const codes = [...new Set<ErrorCode>([...commonRefusals, ...endpoint.refusals])].sort(
    (a, b) => a - b,
  );
  return {
    type: "object",
    required: ["status", "msg", "data"],
    properties: {
      status: {
        enum: codes,
        description: codes.map((code) => `${code}: ${errorMessages[code]}`).join("; "),
      },
      msg: { type: "string" },
      data: {},
    },
  };
}

function parametersOf(request: Json): Json[] {
  const properties = (request.properties ?? {}) as Record<string, Json>;
  const required = Array.isArray(request.required) ? request.required : [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** Checks and transformations have no words in JSON Schema; what they say stands in the summary. */
function schemaOf(schema: v.GenericSchema, typeMode: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode,
    errorMode: "ignore",
  });
  return rest;
}
