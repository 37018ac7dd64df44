import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A file in one encoding. Each encoding has its own ETag. */
export interface ServedFile {
  readonly encoding: Encoding;
  readonly etag: string;
  readonly bytes: Buffer;
}

const NAMES = [
  'widget.js',
  'roadmap.js',
  'changelog.js',
  'dialog.css',
  'dialog.js',
  'send.js',
  'proof.js',
] as const;
export type WidgetFileName = (typeof NAMES)[number];

/**
 * The widget with what it loads on demand, and the embeds. All are small, so each is compressed once, by its first
 * request, and kept in memory.
 */
export class WidgetFiles {
  private readonly files: ReadonlyMap<WidgetFileName, Buffer>;
  private readonly compressed = new Map<WidgetFileName, readonly ServedFile[]>();

  /** @param folder output of `vite build` */
  constructor(folder: string) {
    this.files = new Map(NAMES.map((name) => [name, readFileSync(join(folder, name))]));
  }

  /** @param accepted the request's `Accept-Encoding` */
  file(name: WidgetFileName, accepted = ''): ServedFile {
    const encodings = this.compressed.get(name) ?? representations(this.files.get(name)!);
    this.compressed.set(name, encodings);
    return encodings.find(({ encoding }) => takes(accepted, encoding)) ?? encodings.at(-1)!;
  }
}

function representations(bytes: Buffer): ServedFile[] {
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
/** Next to the bundle, or the build output when running from the sources. */
const FOLDERS = [join(here, '../widget'), join(here, '../../../../dist/apps/widget')];

/** The built widget; null if it isn't built, for example in tests that run from the sources. */
export function widgetFiles(): WidgetFiles | null {
  const folder = FOLDERS.find((path) => existsSync(join(path, 'widget.js')));
  return folder === undefined ? null : new WidgetFiles(folder);
}
