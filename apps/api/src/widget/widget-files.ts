import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** The same bytes, each way a browser may take them; another encoding is another representation with an ETag of its own. */
export interface ServedScript {
  readonly encoding: Encoding;
  readonly etag: string;
  readonly bytes: Buffer;
}

/** The widget and what it loads when it has to: small and few, so they are kept and compressed once. */
export class WidgetFiles {
  private readonly scripts: Readonly<Record<'widget' | 'proof', readonly ServedScript[]>>;

  /** @param folder what `vite build` has written */
  constructor(folder: string) {
    this.scripts = {
      widget: representations(readFileSync(join(folder, 'widget.js'))),
      proof: representations(readFileSync(join(folder, 'proof.js'))),
    };
  }

  /** @param accepted the request's `Accept-Encoding` */
  script(name: 'widget' | 'proof', accepted = ''): ServedScript {
    const scripts = this.scripts[name];
    return scripts.find(({ encoding }) => takes(accepted, encoding)) ?? scripts.at(-1)!;
  }
}

function representations(bytes: Buffer): ServedScript[] {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const encoded = { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }), identity: bytes };
  return ENCODINGS.map((encoding) => ({
    encoding,
    etag: `"${hash}-${encoding}"`,
    bytes: encoded[encoding],
  }));
}

const takes = (accepted: string, encoding: Encoding): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted);

const here = dirname(fileURLToPath(import.meta.url));
/** Beside the bundle; seen from the sources, where the build puts it. */
const FOLDERS = [join(here, '../widget'), join(here, '../../../../dist/apps/widget')];

/** What was built; null as long as nothing was, as when tests run from the sources. */
export function widgetFiles(): WidgetFiles | null {
  const folder = FOLDERS.find((path) => existsSync(join(path, 'widget.js')));
  return folder === undefined ? null : new WidgetFiles(folder);
}
