import { defineConfig } from 'vite';

/**
 * Loaded from node_modules: argon2 is native code; `@nestjs/typeorm` looks for typeorm there, which looks for pg and
 * reflect-metadata; ioredis reads a file beside it.
 */
const EXTERNAL = ['@node-rs/argon2', 'typeorm', 'pg', 'reflect-metadata', 'ioredis'];

/**
 * The service, its worker, and the operator command, with the packages that they use: a start reads 400 files instead of
 * 1,850. Names stay as they are, for stack traces and because Nest and typeorm read names of classes.
 */
export default defineConfig({
  root: import.meta.dirname,
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
