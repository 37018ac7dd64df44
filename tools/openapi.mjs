/**
 * Writes apps/api/openapi.json, the API's document as an untouched `npm start` serves it, from the code, and from
 * the document the client's types (openapi-types.mjs).
 * With --check it writes nothing and fails when the files are not what the code says.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { TYPES, writeTypes } from './openapi-types.mjs';

const file = fileURLToPath(new URL('../apps/api/openapi.json', import.meta.url));
const { module } = await runnerImport(
  fileURLToPath(new URL('../apps/api/src/reference/openapi-snapshot.ts', import.meta.url)),
  {
    configFile: false,
    root: fileURLToPath(new URL('../apps/api', import.meta.url)),
    resolve: { tsconfigPaths: true },
    logLevel: 'warn',
  },
);
const text = module.openApiSnapshot();

const check = process.argv.includes('--check');
if (!check) {
  writeFileSync(file, text);
  await writeTypes();
  console.log(`Wrote ${file}\nWrote ${TYPES}`);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('apps/api/openapi.json is not what the code says. Regenerate it: node tools/openapi.mjs');
  process.exitCode = 1;
} else if (!(await writeTypes({ check }))) {
  console.error(`${TYPES} is not what apps/api/openapi.json says. Regenerate it: node tools/openapi.mjs`);
  process.exitCode = 1;
}
