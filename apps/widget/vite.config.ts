import { defineConfig } from 'vite';

/** One script without dependencies; its size is a promise (see `size.spec.ts`). */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2022',
    outDir: '../../dist/apps/widget',
    emptyOutDir: true,
    minify: 'terser',
    lib: { entry: 'src/widget.ts', formats: ['iife'], name: '_', fileName: () => 'widget.js' },
  },
});
