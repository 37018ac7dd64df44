import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(__dirname, '../..');
const MAX_FILES = 16;
const TEST = /\.(?:spec|e2e|contract)\.tsx?$/;

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist'].includes(entry.name) ? [] : filesIn(path);
  });
}

const files = ['apps', 'libs', 'tools'].flatMap(filesIn);
const sources = new Set(files.filter((name) => /\.tsx?$/.test(name)));

/** Returns the files that a file imports at run time by relative path, without type imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^;'"]*?from\s+)?'(\.[^']+)'/gm)].flatMap(
    ([, names = '', path]) => {
      const named = /^\{([^}]*)\}/
        .exec(names)?.[1]
        ?.split(',')
        .filter((name) => name.trim() !== '');
      if (named?.every((name) => name.trim().startsWith('type '))) return [];
      const target = normalize(join(dirname(file), path!));
      return ['.ts', '.tsx', '/index.ts', '/index.tsx']
        .map((end) => target + end)
        .filter((at) => sources.has(at));
    },
  );
}

/** Returns cycles of imports, each as a chain of files: at least one if there are any. */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file)) return;
    done.add(file);
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}

describe('the workspace', () => {
  it(`has at most ${MAX_FILES} production files in a folder`, () => {
    const counts = new Map<string, number>();
    for (const file of files.filter(
      (name) => !TEST.test(name) && !/(?:e2e|testing|browser-tests)\//.test(name),
    ))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });

  it('has no import cycles', () => {
    const imports = new Map([...sources].map((file) => [file, importsOf(file)]));
    expect(findCycles(imports).map((cycle) => cycle.join(' > '))).toEqual([]);
  });
});
