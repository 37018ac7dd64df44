import { join } from 'node:path';
import { defineConfig } from 'vite';
// eslint-disable-next-line @nx/enforce-module-boundaries -- part of the build, not of the program
import { npmPackage } from '../../libs/api-client/npm-package';

/** Bundles the program without node_modules. Each command loads only its own files, so that it starts fast. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true, conditions: ['node'] },
  ssr: { noExternal: true, target: 'node' },
  plugins: [
    npmPackage({
      archive: 'cli.tgz',
      manifest: {
        name: '@feedback-service/cli',
        description: 'Manage feedback items from a terminal or a script.',
        bin: { feedback: 'feedback.mjs' },
      },
      readme: join(import.meta.dirname, 'README.md'),
    }),
  ],
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../../dist/apps/cli',
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      input: { feedback: 'src/main.ts' },
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: 'lib/[name].mjs',
        banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
      },
    },
  },
});
