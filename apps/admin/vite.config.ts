import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Compresses the assets with Brotli and gzip once, instead of for every visitor. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      const names = (await readdir(dir!)).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir!, name);
          const bytes = await readFile(path);
          const compressedVersions = {
            br: await promisify(brotliCompress)(bytes),
            gz: await promisify(gzip)(bytes, { level: 9 }),
          };
          for (const [ending, compressed] of Object.entries(compressedVersions)) {
            if (compressed.length < bytes.length) await writeFile(`${path}.${ending}`, compressed);
          }
        }),
      );
    },
  };
}

/** Lists the largest scripts first: over HTTP/1.1, a browser loads six files at a time. */
function largestFirst(): Plugin {
  const LINK = /^ *<link rel="modulepreload".*? href="\/assets\/(.+?)">\n/gm;
  return {
    name: 'largest-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const size = (name: string) => {
          const file = bundle[name];
          return file?.type === 'chunk' ? file.code.length : 0;
        };
        const links = [...html.matchAll(LINK)].sort(([, a], [, b]) => size(b!) - size(a!));
        let at = 0;
        return html.replace(LINK, () => links[at++]![0]);
      },
    },
  };
}

/** Files that open the inbox: most of their functions run at once. */
const OPENS_INBOX = /^(?:dashboard|first|inbox|shared|theme)$/;

/** Chromium compiles all functions of a file that begins with this comment beside the thread that runs the page. */
const COMPILED_WHILE_LOADING = '//# allFunctionsCalledOnLoad\n';

/** Adds the comment after Vite, which puts a line of its own first. */
function compiledWhileLoading(): Plugin {
  return {
    name: 'compiled-while-loading',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: ({ name }) => (OPENS_INBOX.test(name) ? COMPILED_WHILE_LOADING : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !OPENS_INBOX.test(file.name)) continue;
          file.code = COMPILED_WHILE_LOADING + file.code;
          const map = bundle[`${file.fileName}.map`];
          if (map?.type !== 'asset') continue;
          const { mappings, ...rest } = JSON.parse(String(map.source)) as { mappings: string };
          map.source = JSON.stringify({ ...rest, mappings: `;${mappings}` });
        }
      },
    },
  };
}

/** Style sheets of all pages, and texts. Each request for a small file takes longer than its bytes. */
const STYLE_OR_TEXT = /(?:@mantine|admin[\\/]src[\\/](?:ui|dashboard)[\\/]).*\.css$|messages[\\/]en[\\/]/;
/** Texts that the first page does not need. Each page loads its own. */
const OTHER_TEXTS =
  /messages[\\/]en[\\/](?!(?:\w+[\\/])?(?:assignee|duplicates|errors|inbox|items|members|public-card|requests|shell|sign-in|size|tags|ui|views)\.ts$)/;

/** Parts of the first page, the inbox, that a few others or the reference have, too. */
const FIRST =
  /node_modules[\\/](?:lucide-react|@mantine[\\/]core[\\/].*[\\/](?:Accordion|Anchor|Floating|Menu|get-context-item-index)[\\/])|src[\\/](?:ui[\\/](?:avatar|code[\\/]copy-box|download|forms[\\/](?:auth-form|email-field)|hint|icon-button|focus[\\/]use-fallback-focus)|dashboard[\\/](?:api[\\/](?:tags|items[\\/]similar-queries)|items[\\/](?:editing[\\/](?:remaining-text|use-text-draft)|links[\\/]item-links|mutations[\\/]removals|tags[\\/]tag-pills)))/;

/** The dashboard, the reference and the form's script; they share nothing a visitor of the form would have to load. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/',
  resolve: { tsconfigPaths: true },
  plugins: [react(), compressed(), largestFirst(), compiledWhileLoading()],
  build: {
    target: 'es2022',
    // The first versions with light-dark(). Its replacement for older ones needs a color-scheme that Mantine sets by variable.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: '../../dist/apps/admin',
    emptyOutDir: true,
    manifest: true,
    // For debugging a build; never served.
    sourcemap: 'hidden',
    // No inlining: the content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A text that uses one constant of a library would otherwise be loaded with every page.
      treeshake: { moduleSideEffects: [{ test: /[\\/]libs[\\/]|messages[\\/]en[\\/]/, sideEffects: false }] },
      input: {
        dashboard: 'index.html',
        early: 'src/dashboard/api/requests/early.ts',
        docs: 'src/reference/docs.tsx',
        form: 'src/form/form.ts',
      },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        // Most of these modules would be a file of their own, whose headers are larger than its content.
        codeSplitting: {
          groups: [
            // Groups include what their modules import, unless a group of a higher priority has it.
            { name: 'early', test: /requests[\\/]early/, priority: 2 },
            // The form of visitors has some, and would load all of `shared` for them.
            { name: 'rules', test: /vite[\\/]preload-helper|[\\/]libs[\\/]/, minShareCount: 2, priority: 2 },
            {
              name: (id) => (OTHER_TEXTS.test(id) ? `texts-${basename(id, '.ts')}` : 'styles-and-texts'),
              test: STYLE_OR_TEXT,
              priority: 2,
            },
            {
              name: 'shared',
              // The inbox has no layout of a page of settings.
              test: /apps[\\/]admin[\\/]src[\\/](?!ui[\\/]layout)|node_modules[\\/](?:@mantine|lucide-react)/,
              minShareCount: 9,
              priority: 1,
            },
            { name: 'first', test: FIRST },
            { name: 'inbox', test: /dashboard[\\/]pages[\\/]inbox/ },
          ],
        },
      },
    },
  },
});
