/**
 * Generates apps/api/openapi.json, the document that `npm start` serves with the default settings, and from it the
 * client's types (see openapi-types.mjs).
 * With --check, writes nothing and fails if either file is out of date.
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
  console.error('apps/api/openapi.json does not match the code. Run: node tools/openapi.mjs');
  process.exitCode = 1;
} else if (!(await writeTypes({ check }))) {
  console.error(`${TYPES} does not match apps/api/openapi.json. Run: node tools/openapi.mjs`);
  process.exitCode = 1;
}
