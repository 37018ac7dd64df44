import { join } from 'node:path';
import { defineConfig } from 'vite';
// eslint-disable-next-line @nx/enforce-module-boundaries -- part of the build, not of the program
import { npmPackage } from '../../libs/api-client/npm-package';

/** Bundles the program into one file, which starts fast and needs no node_modules. */
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
      // V8 compiles parenthesized functions at load. Modules that only one command uses must compile later.
      optimization: { pifeForModuleWrappers: false },
      output: { entryFileNames: '[name].mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
});
