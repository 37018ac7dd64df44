import { minify, type MinifyOptions } from 'terser';
import { defineConfig, type Plugin } from 'vite';

/** Style sheets are written for people: what a browser does not need is left out of them here. */
function minifyStyles(): Plugin {
  const minifyCss = (css: string) =>
    css
      .replace(/\s+/g, ' ')
      .replace(/ ?((?<!\$){|(?<!\$\{\w+)}|[:;,>]|!important) ?/g, '$1')
      .replace(/ #/g, '#')
      .replace(/;}/g, '}')
      .replace(/` | `/g, '`');
  return {
    name: 'tight-styles',
    transform: (code, id) => (id.endsWith('/style.ts') ? code.replace(/`[^`]*`/g, minifyCss) : null),
  };
}

/** What terser may assume: nobody looks whether a truth value is a number, and to read a property has no effect. */
const COMPRESS_OPTIONS: MinifyOptions = {
  ecma: 2020,
  toplevel: true,
  compress: {
    passes: 5,
    booleans_as_integers: true,
    pure_getters: true,
    unsafe: true,
    unsafe_arrows: true,
  },
};
/** The second time, after names have become shorter. */
const JOIN_OPTIONS: MinifyOptions = {
  ecma: 2020,
  toplevel: true,
  compress: { defaults: false, join_vars: true, sequences: true },
};

/**
 * Terser sees a function, inside of which it may rename everything; in the end a block takes its place, which keeps
 * names from the page just as well, and its variables are all `let`.
 */
async function minifyWidget(code: string): Promise<string> {
  const inFunction = (await minify(`(()=>{${code}})()`, COMPRESS_OPTIONS)).code!;
  const inBlock = inFunction
    .replace(/^\(\(\)=>(\{.*\})\)\(\);?$/s, '$1')
    .replace(/\b(?:var|const)\b ?(?=[ {\w])/g, 'let ');
  const joined = (await minify(inBlock, JOIN_OPTIONS)).code!;
  return joined
    .replace(/;$/, '')
    .replace(/(?<!async)\(\)=>/g, '_=>')
    .replace(/await\((import\([^()]*\))\)/, 'await $1');
}

function minifyScripts(): Plugin {
  return {
    name: 'minified',
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const isWidget = chunk.fileName === 'widget.js';
        chunk.code = isWidget
          ? await minifyWidget(chunk.code)
          : (await minify(chunk.code, { module: true })).code!;
      }
    },
  };
}

/** Scripts for pages of others: one without dependencies, whose size is a promise (`size.spec.ts`), and its solver. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [minifyStyles(), minifyScripts()],
  build: {
    target: 'es2022',
    outDir: '../../dist/apps/widget',
    emptyOutDir: true,
    minify: false,
    lib: {
      entry: { widget: 'src/widget.ts', proof: 'src/proof.ts' },
      formats: ['es'],
      fileName: (_, name) => `${name}.js`,
    },
  },
});
