import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What Vite made of an entry; only what is asked for here. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Other chunks that come with it, by their names in the manifest. */
  readonly imports?: readonly string[];
}

/** The addresses of what a page with this entry loads. */
export interface EntryFiles {
  readonly script: string;
  readonly styles: readonly string[];
  /** What the script imports at once, and what that imports. */
  readonly imports: readonly string[];
}

/** Below it lies what the build gave a name with a hash in it. */
export const ASSETS_PATH = '/assets/';

/** Everything else in the folder stays there: source maps, pages, the manifest. Compressed twins are found by theirs. */
const SERVED = ['.js', '.css', '.svg', '.png', '.woff2'];

const here = dirname(fileURLToPath(import.meta.url));
/** Beside the bundle; seen from the sources, where the build puts it. */
const FOLDERS = [join(here, '../admin'), join(here, '../../../../dist/apps/admin')];

/** The dashboard, the reference and the form's script as they were built, read once. */
export class Assets {
  private readonly manifest: Readonly<Record<string, Chunk>>;
  private readonly files: ReadonlySet<string>;
  private readonly page: readonly string[];

  /** @param folder what `vite build` has written */
  constructor(readonly folder: string) {
    this.manifest = JSON.parse(
      readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
    ) as typeof this.manifest;
    this.files = new Set(readdirSync(folder).filter((name) => SERVED.includes(extname(name))));
    this.page = readFileSync(join(folder, 'index.html'), 'utf8').split('%NONCE%');
  }

  has(file: string): boolean {
    return this.files.has(file);
  }

  /** The address of a built entry, named by its source; null when there is no such entry. */
  url(entry: string): string | null {
    const chunk = this.manifest[entry];
    return chunk ? ASSETS_PATH + chunk.file : null;
  }

  /** Everything an entry begins with, named by its source; null when there is no such entry. */
  filesOf(entry: string): EntryFiles | null {
    const chunks = new Map<string, Chunk>();
    const gather = (name: string): void => {
      const chunk = this.manifest[name];
      if (!chunk || chunks.has(name)) return;
      chunks.set(name, chunk);
      chunk.imports?.forEach(gather);
    };
    gather(entry);
    const [own, ...others] = chunks.values();
    if (!own) return null;
    const address = (file: string) => ASSETS_PATH + file;
    // What others build upon comes first, as in the bundle.
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

  /** The dashboard's page for one response. */
  pageWith(nonce: string): string {
    return this.page.join(nonce);
  }
}

let built: Assets | null = null;

/** What was built; null as long as nothing was, as when tests run from the sources. */
export function assets(): Assets | null {
  if (built) return built;
  const folder = FOLDERS.find((path) => existsSync(join(path, '.vite/manifest.json')));
  return folder === undefined ? null : (built = new Assets(folder));
}

/** The address of a built entry, such as `src/form/form.ts`; null when nothing was built. */
export const assetUrl = (entry: string): string | null => assets()?.url(entry) ?? null;
