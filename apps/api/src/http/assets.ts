import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inlineSource } from './html';

/** An entry of Vite's manifest, with the properties used here. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Manifest keys of the chunks that it imports. */
  readonly imports?: readonly string[];
}

/** URL paths of the files that a page with this entry loads. */
export interface EntryFiles {
  readonly script: string;
  readonly styles: readonly string[];
  /** Static imports of the script, including indirect ones. */
  readonly imports: readonly string[];
}

/** Path of the built files, which have a hash in their names. */
const ASSETS_PATH = '/assets/';

/** Source maps, pages, and the manifest are not served. Compressed files are found by the name of the original. */
const SERVED_EXTENSIONS = ['.js', '.css', '.svg', '.png', '.woff2'];

const here = dirname(fileURLToPath(import.meta.url));
/** Where the build is: relative to the bundle, and relative to the sources. */
const FOLDERS = [join(here, '../admin'), join(here, '../../../../dist/apps/admin')];

/** The built files of the dashboard, the reference, and the form. Reads their list once. */
export class Assets {
  private readonly manifest: Readonly<Record<string, Chunk>>;
  private readonly files: ReadonlySet<string>;
  private readonly page: string;
  /** Source of the content security policy that allows the inline script of the page. */
  readonly inlineScript: string;

  /** @param folder output of `vite build` */
  constructor(readonly folder: string) {
    this.manifest = JSON.parse(
      readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
    ) as typeof this.manifest;
    this.files = new Set(readdirSync(folder).filter((name) => SERVED_EXTENSIONS.includes(extname(name))));
    // A browser reads line breaks as LF, also for the hash.
    this.page = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('\r\n', '\n');
    const [, script] = /<script>(.*?)<\/script>/s.exec(this.page) ?? [];
    if (script === undefined) throw new Error('The page of the dashboard has no inline script');
    this.inlineScript = inlineSource(script);
  }

  has(file: string): boolean {
    return this.files.has(file);
  }

  /** URL path of a built entry by its source file; null if it does not exist. */
  url(entry: string): string | null {
    const chunk = this.manifest[entry];
    return chunk ? ASSETS_PATH + chunk.file : null;
  }

  /** Files of a built entry by its source file; null if it does not exist. */
  filesOf(entry: string): EntryFiles | null {
    const chunks = new Map<string, Chunk>();
    const addChunk = (name: string): void => {
      const chunk = this.manifest[name];
      if (!chunk || chunks.has(name)) return;
      chunks.set(name, chunk);
      chunk.imports?.forEach(addChunk);
    };
    addChunk(entry);
    const [own, ...others] = chunks.values();
    if (!own) return null;
    const address = (file: string) => ASSETS_PATH + file;
    // Styles of imported chunks come first, as in the bundle.
    const styles = [...others, own].flatMap(({ css = [] }) => css);
    return {
      script: address(own.file),
      styles: [...new Set(styles)].map(address),
      imports: others.map(({ file }) => address(file)),
    };
  }

  get icon(): string | null {
    const file = [...this.files].find((name) => name.startsWith('icon-'));
    return file === undefined ? null : ASSETS_PATH + file;
  }

  /** The HTML page of the dashboard with the nonce of the response. Its files load with those of the page at the path. */
  pageWith(nonce: string, path: string): string {
    return this.page.replaceAll('%NONCE%', nonce).replace('</head>', `${this.preloads(path)}</head>`);
  }

  private preloads(path: string): string {
    const [, name] = /^\/app\/([a-z-]+)/.exec(path) ?? [null, 'home'];
    const files = this.filesOf(`src/dashboard/pages/${name}/index.tsx`);
    if (!files) return '';
    const isNew = (file: string) => !this.page.includes(file);
    const scripts = [files.script, ...files.imports]
      .filter(isNew)
      .map((file) => `rel="modulepreload" href="${file}"`);
    const styles = files.styles.filter(isNew).map((file) => `rel="preload" as="style" href="${file}"`);
    return [...scripts, ...styles].map((link) => `    <link crossorigin ${link}>\n`).join('');
  }
}

let built: Assets | null = null;

/** The built files; null before the first build, for example in tests. */
export function assets(): Assets | null {
  if (built) return built;
  const folder = FOLDERS.find((path) => existsSync(join(path, '.vite/manifest.json')));
  return folder === undefined ? null : (built = new Assets(folder));
}

/** URL path of a built entry, such as `src/form/form.ts`; null before the first build. */
export const assetUrl = (entry: string): string | null => assets()?.url(entry) ?? null;
