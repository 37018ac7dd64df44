import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { describeVariables } from './config';
import { COMMANDS } from './operator/commands';

const ROOT = resolve(__dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const documentsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'apps/cli/README.md',
  'libs/api-client/README.md',
  ...documentsIn('docs'),
];

/** MCP methods, which look like paths of this repository. */
const MCP_METHODS = ['tools/list', 'tools/call'];

/** Cells of every row of every table. */
const rowsOf = (document: string) =>
  read(document)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
const withoutBlocks = (text: string) => text.replace(/^ *```[^]*?^ *```/gm, '');
const quoted = (text: string) => [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, words]) => words!);
const pathsIn = (text: string) =>
  quoted(text)
    .filter((words) => /^(apps|libs|tools|docker|docs)\/[\w./-]*\w$/.test(words))
    .filter((words) => !MCP_METHODS.includes(words));

/** As GitHub makes them from headings. */
function anchorsOf(text: string): string[] {
  const counts = new Map<string, number>();
  return [...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const anchor = heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Relative links and images that lead to no file or to no heading. */
function deadLinks(document: string, text: string): string[] {
  const prose = withoutBlocks(text).replace(/`[^`]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:href|src|srcset)="([^"]+)"/g)]
    .map(([, link, attribute]) => (link ?? attribute)!)
    .filter((target) => !/^[a-z]+:/.test(target));
  return targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : posix.join(posix.dirname(document), path);
    if (!existsSync(join(ROOT, file))) return true;
    return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
  });
}

describe('docs/operating', () => {
  it('lists every environment variable like --help', () => {
    const listed = rowsOf('docs/operating/configuration.md').filter(([name]) => /^`[A-Z_]+`$/.test(name!));
    const expected = describeVariables().map(({ name, fallback, description }) => [
      `\`${name}\``,
      fallback && `\`${fallback}\``,
      description,
    ]);
    expect(listed).toEqual(expected);
  });

  it('lists every operator command with its options', () => {
    const lines = read('docs/operating/operator-command.md').split('\n');
    for (const [name, { options, summary }] of Object.entries(COMMANDS)) {
      const line = lines.findIndex((text) => text.startsWith(`  ${name} `) || text === `  ${name}`);
      const [usage, description] = lines.slice(line, line + 2);
      expect([name, description]).toEqual([name, `      ${summary}`]);
      for (const option of Object.keys(options)) expect(usage).toContain(`--${option}`);
    }
  });
});

describe('docs/contract/operator.md', () => {
  const sections = new Map(
    read('docs/contract/operator.md')
      .split(/^## /m)
      .slice(1)
      .map((text) => [Number.parseInt(text, 10), text]),
  );
  const references = rowsOf('docs/contract/operator.md').flatMap(([variables, effect]) => {
    const [, section] = /^section (\d+)$/.exec(effect ?? '') ?? [];
    const names = quoted(variables!).filter((name) => /^[A-Z_]+$/.test(name));
    return section ? names.map((name): [string, number] => [name, Number(section)]) : [];
  });

  it.each(references)('describes %s in section %i, as its table of variables says', (name, section) => {
    expect(sections.get(section)).toContain(`\`${name}`);
  });
});

describe('docs/operating/security.md', () => {
  const cited = [...read('docs/operating/security.md').matchAll(/`([\w./-]+)`: “([^”]+)”/g)];

  it('names a test in each row of its tables of requirements', () => {
    const rows = rowsOf('docs/operating/security.md').filter(([name]) => /^(API|V)\d/.test(name!));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row.at(-1)).toMatch(/^`[\w./-]+`: “[^”]+”/);
  });

  it.each(cited.map(([, file, name]) => [name!, file!]))('names the existing test %s', (name, file) => {
    expect(read(file)).toContain(name);
  });
});

describe('docs/architecture/README.md', () => {
  it('lists the folder of every project', () => {
    const projects = ['apps', 'libs'].flatMap((parent) =>
      readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
    );
    const listed = rowsOf('docs/architecture/README.md').flatMap(([folder]) => quoted(folder!));
    expect(
      projects.filter((project) => !listed.some((folder) => `${folder}/`.startsWith(`${project}/`))),
    ).toEqual([]);
  });

  it('names identifiers that exist in the files of its walkthroughs', () => {
    const steps = rowsOf('docs/architecture/README.md').filter(([file]) =>
      /^`(apps|libs)\/.*\.ts`$/.test(file!),
    );
    expect(steps.length).toBeGreaterThan(15);
    for (const [file, names] of steps) {
      const source = read(quoted(file!)[0]!);
      for (const name of quoted(names!))
        expect([file, source]).toEqual([file, expect.stringContaining(name)]);
    }
  });
});

describe.each(['README.md', ...documentsIn('docs/guides')])('commands in %s', (document) => {
  const text = read(document);
  const commands = [...text.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].map(([, block]) => block!).join('\n');
  const variables = [...new Set([...commands.matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, name]) => name!))];

  it('use the same variables as other documents: the base URL, the key, and the ID of an item or a webhook', () => {
    const others = ['WEBHOOK_ID', 'WEBHOOK_TIMESTAMP', 'WEBHOOK_SIGNATURE', 'WEBHOOK_SECRET'];
    const known = ['API', 'FEEDBACK_API_KEY', 'ID', ...others];
    expect(variables.filter((name) => !known.includes(name))).toEqual([]);
    for (const [, url] of text.matchAll(/export API=(.*)/g)) expect(url).toBe('http://localhost:3000/api/v1');
  });

  it('say where the variables are set', () => {
    const isSet = (name: string) => text.includes(`export ${name}=`) || text.includes(`\`${name}\``);
    expect(variables.filter((name) => !isSet(name))).toEqual([]);
  });
});

describe('docs/README.md', () => {
  it('lists every guide, every document for operators, and the index of every other folder', () => {
    const listed = DOCUMENTS.filter((document) =>
      /^docs\/(guides|operating)\/|^docs\/\w+\/README\.md$/.test(document),
    );
    expect(listed.length).toBeGreaterThan(10);
    const index = read('docs/README.md');
    const links = listed.map((document) => `](${posix.relative('docs', document)})`);
    expect(links.filter((link) => !index.includes(link))).toEqual([]);
  });
});

describe.each(['docs/architecture/README.md', 'CONTRIBUTING.md'])('%s', (document) => {
  it('names more than 15 files', () => {
    expect(pathsIn(read(document)).length).toBeGreaterThan(15);
  });
});

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('names files that exist', () => {
    expect(pathsIn(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('has links that lead to a file and a heading', () => {
    expect(deadLinks(document, text)).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });
});

describe('the check of links', () => {
  it.each([
    '[missing file](docs/missing.md)',
    '[missing heading](CONTRIBUTING.md#missing)',
    '[missing heading here](#missing)',
    '<img src="docs/images/missing.png">',
  ])('rejects %s', (link) => {
    expect(deadLinks('README.md', link)).toHaveLength(1);
  });

  it('accepts files, headings, other sites, and code', () => {
    const links = '[a](CONTRIBUTING.md#tests) [b](docs/README.md) [c](https://example.com/#x)';
    expect(deadLinks('README.md', `${links} \`[d](missing.md)\``)).toEqual([]);
  });
});
