/**
 * Lints every fixture as if it were at the path in its first line, with the real configuration and the real project
 * graph, and prints the results as JSON. Runs in its own process, because ESLint loads its configuration with import(),
 * which jest doesn't support.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import { createProjectGraphAsync } from 'nx/src/devkit-exports.js';
import tseslint from 'typescript-eslint';

/** Projects that may not exist yet. Their rules apply from the start. */
const PLANNED = {
  webhooks: ['libs/webhooks', 'type:core', 'scope:webhooks'],
  widget: ['apps/widget', 'type:surface'],
  cli: ['apps/cli', 'type:surface'],
};

const root = join(import.meta.dirname, '../..');
process.chdir(root);
const { nodes, dependencies } = await createProjectGraphAsync();

const withTypes = new ESLint({ cwd: root });
// Type-aware rules can't lint a path that doesn't exist.
const withoutTypes = new ESLint({
  cwd: root,
  overrideConfig: [{ files: ['**/*.{ts,tsx}'], ...tseslint.configs.disableTypeChecked }],
});

await addPlannedProjects();

const { default: config } = await import(pathToFileURL(join(root, 'eslint.config.mjs')).href);
const own = config.filter(({ name }) => !name?.startsWith('typescript-eslint/'));
process.stdout.write(
  JSON.stringify({
    forbidden: await lintAll('forbidden'),
    allowed: await lintAll('allowed'),
    rules: [...new Set(own.flatMap(({ rules = {} }) => Object.keys(rules)))],
    imports: dependencies.api.map(({ target }) => target),
    tags: Object.fromEntries(Object.values(nodes).map(({ name, data }) => [name, data.tags ?? []])),
  }),
);

/** Adds them to the globals that hold the boundary rule's graph, which it fills only if argv[1] is ESLint's binary. */
async function addPlannedProjects() {
  process.argv[1] = join(root, 'node_modules/eslint/bin/eslint.js');
  await withoutTypes.lintText("import '@libs/kernel';", { filePath: 'libs/kernel/src/example.ts' });
  if (!globalThis.projectGraph)
    throw new Error('@nx/enforce-module-boundaries is disabled or has no project graph');
  for (const [name, [path, ...tags]] of Object.entries(PLANNED)) {
    globalThis.projectGraph.nodes[name] ??= { name, type: 'lib', data: { root: path, tags } };
    globalThis.projectRootMappings.set(path, name);
  }
}

async function lintAll(kind) {
  const folder = join(import.meta.dirname, kind);
  const results = [];
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    const at = /^\/\/ at (\S+)$/m.exec(text)[1];
    const expected = (/^\/\/ forbidden by (.+)$/m.exec(text)?.[1].split(', ') ?? []).sort();
    const eslint = existsSync(join(root, at)) ? withTypes : withoutTypes;
    const [result] = await eslint.lintText(text, { filePath: join(root, at) });
    const found = [...new Set(result.messages.map(({ ruleId, message }) => ruleId ?? message))].sort();
    const sentence = file.replace(/\.\w+$/, '').replaceAll('-', ' ');
    results.push({ sentence, at, expected, found, messages: result.messages.map(({ message }) => message) });
  }
  return results;
}
