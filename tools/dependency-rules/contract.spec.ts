import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGES = join(ROOT, 'docs/contract');
const FOLDERS = ['apps', 'libs', 'tools', 'docs'];
const ROOT_FILES = ['README.md', 'CONTRIBUTING.md', 'eslint.config.mjs'];

const CITATION = /(?<![\w-])[a-z][a-z-]*\.md \d+/g;
const TEST = /\.(?:spec|e2e|contract)\.tsx?$/;
/** Documents outside the repository, listed without `.md` so that this file passes its own test. */
const EXTERNAL_DOCUMENTS = [
  'API',
  'SPEC',
  'EVENTS',
  'TRIAGE',
  'TEAM',
  'ARCHITECTURE',
  'STYLE',
  'LANGUAGE',
  'PERFORMANCE',
  'STACK',
  'PRODUCT',
];

interface Line {
  /** Path and line number, in the format that editors open. */
  readonly at: string;
  readonly text: string;
  readonly isTest: boolean;
}

const pages = readdirSync(PAGES).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** Returns the sections of a page in the form of citations, in page order. */
function sectionsOf(page: string): string[] {
  const text = readFileSync(join(PAGES, page), 'utf8');
  return [...text.matchAll(/^## (\d+)\. \S/gm)].map(([, number]) => `${page} ${number!}`);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesIn(path);
    return /\.(?:md|[cm]?[jt]sx?|json|css|html)$/.test(entry.name) ? [path] : [];
  });
}

function linesOf(path: string): Line[] {
  const name = relative(ROOT, path);
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, i) => ({ at: `${name}:${i + 1}`, text, isTest: TEST.test(name) }));
}

const lines = [
  ...FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder))),
  ...ROOT_FILES.map((name) => join(ROOT, name)),
].flatMap(linesOf);

const citations = lines.flatMap(({ at, text, isTest }) =>
  [...text.matchAll(CITATION)].map(([section]) => ({ section, at, isTest })),
);

const sections = new Set(pages.flatMap(sectionsOf));

describe('docs/contract', () => {
  it.each(pages)('numbers the sections of %s from 1', (page) => {
    const found = sectionsOf(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(found.map((_, i) => `${page} ${i + 1}`));
  });

  it('lists every page in its index', () => {
    const index = readFileSync(join(PAGES, 'README.md'), 'utf8');
    expect(pages.filter((page) => !index.includes(`[${page}](${page})`))).toEqual([]);
  });

  it('has every section that is cited', () => {
    const unknown = citations.filter(({ section }) => !sections.has(section));
    expect(unknown.map(({ section, at }) => `${at} ${section}`)).toEqual([]);
  });

  it('has each section cited by a test file', () => {
    const tested = new Set(citations.filter(({ isTest }) => isTest).map(({ section }) => section));
    expect([...sections].filter((section) => !tested.has(section))).toEqual([]);
  });

  it('is self-contained: no file names a document outside the repository', () => {
    const outside = new RegExp(`\\b(?:${EXTERNAL_DOCUMENTS.join('|')})\\.md\\b`);
    expect(lines.filter(({ text }) => outside.test(text)).map(({ at }) => at)).toEqual([]);
  });
});
