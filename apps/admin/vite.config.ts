import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

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

/** Puts the code of `inline.ts` into the page. */
function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const built = await build({
          configFile: false,
          logLevel: 'error',
          build: {
            target: 'es2022',
            write: false,
            rolldownOptions: {
              input: join(import.meta.dirname, 'src/dashboard/inline.ts'),
              output: { format: 'iife' },
            },
          },
        });
        if (!('output' in built)) throw new Error('The inline script is more than one bundle');
        return html.replace('%INLINE%', () => built.output[0].code.trim());
      },
    },
  };
}

/** Files that open the inbox: most of their functions run at once. */
const OPENS_INBOX = /^(?:first|packages|shared)$/;

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

/** Texts that the first page does not need. Each page loads its own. */
const OTHER_TEXTS =
  /messages[\\/]en[\\/](?!(?:\w+[\\/])?(?:assignee|duplicates|errors|inbox|items|members|numbers|public-card|requests|shell|sign-in|tags|ui|views)\.ts$)/;

/** Styles of the first page, and what it shares with the reference. */
const SHARED =
  /@mantine[\\/].*\.css$|admin[\\/]src[\\/](?:(?!dashboard|reference|form)|dashboard[\\/].*\.css$)/;
/** Packages, except those that only the dashboard has: the reference would load them, too. */
const PACKAGES =
  /node_modules[\\/](?!.*\.css$|react-router|react-transition-group|@tanstack[\\/](?:react-virtual|virtual-core)|@mantine[\\/]notifications)/;

/** The dashboard, the reference and the form's script; they share nothing a visitor of the form would have to load. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/',
  resolve: { tsconfigPaths: true },
  plugins: [react(), compressed(), inlineScript(), compiledWhileLoading()],
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
            // Groups include what their modules import, unless a group of a higher priority has it. `$initial` is what
            // an entry imports. The form of visitors has some of the rules. Texts of all pages use `numbers`.
            {
              name: 'rules',
              test: /vite[\\/]preload-helper|[\\/]libs[\\/]|messages[\\/]en[\\/]numbers/,
              tags: ['$initial'],
              priority: 3,
            },
            { name: (id) => `texts-${basename(id, '.ts')}`, test: OTHER_TEXTS, priority: 2 },
            { name: 'packages', test: PACKAGES, tags: ['$initial'], priority: 2 },
            { name: 'shared', test: SHARED, tags: ['$initial'], priority: 1 },
            { name: 'first', test: /admin[\\/]src[\\/]dashboard[\\/](?!main)/, tags: ['$initial'] },
            { name: 'pages', test: /admin[\\/]src[\\/]ui[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
