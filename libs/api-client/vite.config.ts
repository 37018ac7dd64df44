import { join } from 'node:path';
import { defineConfig } from 'vite';
import { buildDeclarations } from './declarations';
import { npmPackage } from './npm-package';

/** Builds the client package: one file for browsers and Node.js, its types, and a README. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    npmPackage({
      archive: 'client.tgz',
      manifest: {
        name: '@feedback-service/client',
        description: 'Typed client for the feedback API, for browsers and Node.js.',
        exports: { '.': { types: './index.d.ts', default: './index.js' } },
        types: './index.d.ts',
        sideEffects: false,
      },
      readme: join(import.meta.dirname, 'package.md'),
      files: buildDeclarations,
    }),
  ],
  build: {
    ssr: true,
    target: 'es2022',
    outDir: '../../dist/libs/api-client',
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      input: { index: 'src/index.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
});
