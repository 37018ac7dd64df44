import { defineConfig } from 'vite';
import { npmPackage } from './npm-package';

/** One file with everything in it: it starts fast, and needs no node_modules where it is run. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true, conditions: ['node'] },
  ssr: { noExternal: true, target: 'node' },
  plugins: [npmPackage()],
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
