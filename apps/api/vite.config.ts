import { defineConfig, type Plugin } from 'vite';

/** Loaded from node_modules: argon2 is native code, and ioredis reads a file beside it. */
const EXTERNAL = ['@node-rs/argon2', 'ioredis'];
/** What Fastify and Nest load for schemas and pipes. No route has one (ADR 7). */
const UNUSED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'class-validator'];
/** What `@nestjs/typeorm` exports of older versions of typeorm. It would load a second copy of typeorm to look for them. */
const OF_OLDER_TYPEORM = '\0of-older-typeorm';

/** Leaves out parts of packages that never run. */
function usedParts(): Plugin {
  return {
    name: 'used-parts',
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (id.endsWith('/typeorm-compat.js')) return OF_OLDER_TYPEORM;
      if (!UNUSED.includes(id)) return null;
      if (importer?.includes('/node_modules/')) return { id, external: true };
      // For the settings. Of the build that Node loads, all 100 decorators would stay.
      return this.resolve(`${id}/esm2015/index.js`, importer, { ...options, skipSelf: true });
    },
    load: (id) =>
      id === OF_OLDER_TYPEORM ? 'export const Connection = undefined, AbstractRepository = undefined;' : null,
  };
}

/** Node reads all source maps when it starts. Those of packages would take it 12 MB. */
function ownSourceMaps(): Plugin {
  return {
    name: 'own-source-maps',
    transform: {
      filter: { id: /node_modules|__vite-optional-peer-dep/ },
      handler: (code) => ({ code, map: { mappings: '' } }),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const map = file.type === 'chunk' && bundle[`${file.fileName}.map`];
        if (!map || map.type !== 'asset') continue;
        const { mappings, ...rest } = JSON.parse(String(map.source)) as SourceMap;
        if (rest.sources.length === 0) {
          delete bundle[map.fileName];
          file.code = file.code.replace(/\/\/# sourceMappingURL=.*\n?$/, '');
        } else map.source = JSON.stringify({ ...rest, mappings: withoutGaps(mappings) });
      }
    },
  };
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Marks lines without a source. For those, Node would name the source of an earlier line. */
const withoutGaps = (mappings: string): string =>
  mappings
    .split(';')
    .map((line) => line || 'A')
    .join(';');

/**
 * The service, its worker, and the operator command, with the packages that they use: a start reads 50 files instead of
 * 1,850. Names stay as they are, for stack traces and because Nest and typeorm read names of classes.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [usedParts(), ownSourceMaps()],
  resolve: { tsconfigPaths: true },
  // Resolves packages to the files that Node loads, as in tests, instead of those for bundlers.
  ssr: { noExternal: true, external: EXTERNAL, resolve: { conditions: ['node'], mainFields: ['main'] } },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../../dist/apps/api',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', operator: 'src/operator.ts', worker: 'src/worker.ts' },
      output: {
        keepNames: true,
        comments: { legal: true, annotation: false, jsdoc: false },
        sourcemapExcludeSources: true,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
