import { defineConfig } from 'vite';

/** The service, its worker, and the operator command, one ESM bundle each; npm packages stay outside. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  ssr: { noExternal: [/^@libs\//] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../../dist/apps/api',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', operator: 'src/operator.ts', worker: 'src/worker.ts' },
      output: { keepNames: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
