import { compile } from 'svelte/compiler';
import { defineConfig, type Plugin } from 'vite';

const compileSvelte: Plugin = {
  name: 'svelte',
  transform: (code, id) => (id.endsWith('.svelte') ? compile(code, { filename: id }).js : null),
};

/** `react-dom-18` is installed under another name than the React that it needs. */
const useReact18: Plugin = {
  name: 'react-18',
  enforce: 'pre',
  resolveId(source, importer) {
    return source === 'react' && importer?.includes('/react-dom-18/')
      ? this.resolve('react-18', importer)
      : null;
  },
};

/** Builds the pages of frameworks that have the widget, each as a module. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [compileSvelte, useReact18],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    minify: false,
    rollupOptions: {
      input: ['react-18.ts', 'react-19.ts', 'vue.ts', 'svelte.ts'],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
