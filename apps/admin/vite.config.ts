import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The dashboard and the form's script, two entries that share nothing a visitor of the form would have to load. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/',
  resolve: { tsconfigPaths: true },
  plugins: [react()],
  build: {
    target: 'es2022',
    outDir: '../../dist/apps/admin',
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    // Nothing inline: the content security policy lets no data: through.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { dashboard: 'index.html', form: 'src/form/form.ts' },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
});
