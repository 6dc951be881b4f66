// Writes docs/policies.md and docs/policies.schema.json from the schema of the policy configuration.
import { writeFileSync } from "node:fs";
import { renderPolicyDocs, renderPolicySchema } from "../packages/core/src/config/policy-reference.ts";

const docs = new URL("../docs/", import.meta.url);
writeFileSync(new URL("policies.md", docs), renderPolicyDocs());
writeFileSync(new URL("policies.schema.json", docs), renderPolicySchema());
