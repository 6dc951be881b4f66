import { z } from "zod";
import type { AnyRoute, OpenRoute } from "../../server/http/route.ts";
import { buildDocument } from "./build-document.ts";

/** The description of the API, which every program may read from anywhere. @param routes gives the whole table, this route included */
export function openApiRoute(routes: () => readonly AnyRoute[]): OpenRoute {
  const written = new Map<string, string>();
  return {
    method: "GET",
    path: "/v1/openapi.json",
    scope: null,
    doc: {
      id: "getDocument",
      area: "Document",
      summary: "Read this description",
      description: "The API as OpenAPI 3.1, for clients, generators and validators. Needs no key.",
      answers: [
        {
          status: 200,
          description: "The document.",
          schema: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
          headers: { "Access-Control-Allow-Origin": { description: "`*`: pages of any origin may read it.", always: true } },
        },
      ],
    },
    handle: ({ publicUrl }) => {
      const body = written.get(publicUrl) ?? JSON.stringify(buildDocument(routes(), publicUrl));
      written.set(publicUrl, body);
      return { status: 200, body, headers: { "access-control-allow-origin": "*" } };
    },
  };
}
