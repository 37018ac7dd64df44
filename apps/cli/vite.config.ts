import { defineConfig } from 'vite';

/** One file with everything in it: it starts fast, and needs no node_modules where it is run. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true, conditions: ['node'] },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../../dist/apps/cli',
    emptyOutDir: true,
    rolldownOptions: {
      input: { feedback: 'src/main.ts' },
      output: { entryFileNames: '[name].mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
});
