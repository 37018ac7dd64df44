import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeVariables } from './config';
import { COMMANDS } from './operator/commands';

const ROOT = resolve(__dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readme = read('README.md');

/** Cells of every row of every table. */
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
const quoted = (text: string) =>
  [...text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, words]) => words!);

describe('README.md', () => {
  it('lists every environment variable like --help', () => {
    const listed = rows.filter(([name]) => /^`[A-Z_]+`$/.test(name!));
    const expected = describeVariables().map(({ name, fallback, meaning }) => [
      `\`${name}\``,
      fallback && `\`${fallback}\``,
      meaning,
    ]);
    expect(listed).toEqual(expected);
  });

  it('lists every operator command with its options', () => {
    for (const [name, { options, does }] of Object.entries(COMMANDS)) {
      const line = readme
        .split('\n')
        .findIndex((text) => text.startsWith(`  ${name} `) || text === `  ${name}`);
      const [usage, meaning] = readme.split('\n').slice(line, line + 2);
      expect([name, meaning]).toEqual([name, `      ${does}`]);
      for (const option of Object.keys(options)) expect(usage).toContain(`--${option}`);
    }
  });

  it('names identifiers that exist in the files of its walkthroughs', () => {
    const steps = rows.filter(([file]) => /^`(apps|libs)\/.*\.ts`$/.test(file!));
    expect(steps.length).toBeGreaterThan(15);
    for (const [file, names] of steps) {
      const source = read(quoted(file!)[0]!);
      for (const name of quoted(names!))
        expect([file, source]).toEqual([file, expect.stringContaining(name)]);
    }
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (document) => {
  const text = read(document);

  it('names files that exist', () => {
    const paths = quoted(text).filter((words) => /^(apps|libs|tools|docker|docs)\/[\w./-]*\w$/.test(words));
    const links = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(15);
    expect([...paths, ...links].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });
});
