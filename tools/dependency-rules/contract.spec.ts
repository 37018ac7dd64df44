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

interface Match {
  readonly text: string;
  /** Path and line number, in the format that editors open. */
  readonly at: string;
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

/** Files that name a document. All citations are in these. */
const files = [
  ...FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder))),
  ...ROOT_FILES.map((name) => join(ROOT, name)),
]
  .map((path) => ({ name: relative(ROOT, path), text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => text.includes('.md'));

function search(pattern: RegExp): Match[] {
  return files.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      text: found,
      at: `${name}:${text.slice(0, index).split('\n').length}`,
      isTest: TEST.test(name),
    })),
  );
}

const citations = search(CITATION);

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
    const unknown = citations.filter(({ text }) => !sections.has(text));
    expect(unknown.map(({ text, at }) => `${at} ${text}`)).toEqual([]);
  });

  it('has each section cited by a test file', () => {
    const tested = new Set(citations.filter(({ isTest }) => isTest).map(({ text }) => text));
    expect([...sections].filter((section) => !tested.has(section))).toEqual([]);
  });

  it('is self-contained: no file names a document outside the repository', () => {
    const outside = search(new RegExp(`\\b(?:${EXTERNAL_DOCUMENTS.join('|')})\\.md\\b`, 'g'));
    expect(outside.map(({ at }) => at)).toEqual([]);
  });
});
