/**
 * Writes libs/api-client/src/rest/openapi.ts, the types of apps/api/openapi.json that the client is held to.
 * With --check it writes nothing and fails when the file is not what the document says.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';

const DOCUMENT = fileURLToPath(new URL('../apps/api/openapi.json', import.meta.url));
export const TYPES = fileURLToPath(new URL('../libs/api-client/src/rest/openapi.ts', import.meta.url));
const HEAD = '/** The types of apps/api/openapi.json. Written by `npm run openapi`, never by hand. */\n\n';

const OPTIONS = { immutable: true };

/** Every answer has the same twenty headers, which no method hands on. */
function withoutResponseHeaders(document) {
  const text = JSON.stringify(document, function (name, value) {
    return name === 'headers' && ('content' in this || 'description' in this || 'schemas' in this)
      ? undefined
      : value;
  });
  return JSON.parse(text);
}

/** The types of an OpenAPI document, formatted as every other file is. */
async function generateTypes(document) {
  const text = HEAD + astToString(await openapiTS(withoutResponseHeaders(document), OPTIONS));
  return prettier.format(text, { ...(await prettier.resolveConfig(TYPES)), filepath: TYPES });
}

/** @returns whether the file says what the document says, which it does after writing. */
export async function writeTypes({ check = false } = {}) {
  const text = await generateTypes(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  if (!check) writeFileSync(TYPES, text);
  return existsSync(TYPES) && readFileSync(TYPES, 'utf8') === text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check');
  if (!(await writeTypes({ check }))) {
    console.error(`${TYPES} is not what apps/api/openapi.json says. Regenerate it: node tools/openapi.mjs`);
    process.exitCode = 1;
  }
}
