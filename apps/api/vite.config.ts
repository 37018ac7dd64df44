import { defineConfig } from 'vite';

/** Not bundled: @nestjs/typeorm looks for typeorm in node_modules, and typeorm for pg; argon2 is native code. */
const EXTERNAL = ['typeorm', 'pg', '@node-rs/argon2'];

/**
 * The service, its worker, and the operator command, with the packages that they use: a start reads 400 files instead of
 * 1,850. Names stay as they are, for stack traces and because Nest and typeorm read names of classes.
 */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  ssr: { noExternal: true, external: EXTERNAL },
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
