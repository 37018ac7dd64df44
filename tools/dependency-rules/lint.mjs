/**
 * Reads `{ rules, cases }` as JSON, lints each case with these rules of eslint.config.mjs and the current project graph,
 * and prints the results as JSON. Runs in its own process, so that a test worker need not keep ESLint, TypeScript, and
 * nx in memory.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import { createProjectGraphAsync } from 'nx/src/devkit-exports.js';

const root = join(import.meta.dirname, '../..');
// The boundary rule reads the project graph again for each file unless the program is ESLint.
process.argv[1] = join(root, 'node_modules/eslint/bin/eslint.js');
const { rules, cases } = JSON.parse(readFileSync(0, 'utf8'));

// Stores the graph, which the configuration and the boundary rule read.
const { nodes, dependencies } = await createProjectGraphAsync();
const { default: config } = await import(pathToFileURL(join(root, 'eslint.config.mjs')).href);
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  baseConfig: config.map((entry) => (entry.rules ? { ...entry, rules: selected(entry.rules) } : entry)),
});

const found = [];
for (const { path, code } of cases) {
  const [{ messages }] = await eslint.lintText(code, { filePath: join(root, path) });
  found.push([...new Set(messages.map(({ ruleId, message }) => ruleId ?? message))].sort());
}
process.stdout.write(
  JSON.stringify({
    found,
    rules: [...new Set(config.flatMap((entry) => Object.keys(entry.rules ?? {})))],
    imports: dependencies.api.map(({ target }) => target),
    tags: Object.values(nodes).map(({ name, data }) => [name, data.tags ?? []]),
  }),
);

function selected(all) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => rules.includes(name)));
}
