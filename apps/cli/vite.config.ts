import { join } from 'node:path';
import { defineConfig } from 'vite';
// eslint-disable-next-line @nx/enforce-module-boundaries -- part of the build, not of the program
import { npmPackage } from '../../libs/api-client/npm-package';

/** One file with everything in it: it starts fast, and needs no node_modules where it is run. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true, conditions: ['node'] },
  ssr: { noExternal: true, target: 'node' },
  plugins: [
    npmPackage({
      archive: 'cli.tgz',
      manifest: {
        name: '@feedback-service/cli',
        description: 'Feedback items of your account, from a terminal or a script.',
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
      // Functions in parentheses are compiled when the file is loaded: those of what only one command needs are not to be.
      optimization: { pifeForModuleWrappers: false },
      output: { entryFileNames: '[name].mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
});
