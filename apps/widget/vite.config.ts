import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type MinifyOptions } from 'terser';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

const minifyCss = (css: string): string =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?((?<!\$){|(?<!\$\{\w+)}|[:;,>]|!important) ?/g, '$1')
    .replace(/ #/g, '#')
    .replace(/;}/g, '}')
    .replace(/` | `/g, '`');

/** Minifies the CSS in template literals of `*style.ts`. */
const minifyCssInScripts = (): Plugin => ({
  name: 'tight-styles',
  transform: (code, id) => (id.endsWith('style.ts') ? code.replace(/`[^`]*`/g, minifyCss) : null),
});

/** Writes `dialog.css`. */
const dialogStyle = (): Plugin => ({
  name: 'dialog-style',
  async generateBundle() {
    const css = await readFile(join(import.meta.dirname, 'src/dialog.css'), 'utf8');
    const source = minifyCss(css.replace(/\/\*.*?\*\//gs, '')).trim();
    this.emitFile({ type: 'asset', fileName: 'dialog.css', source });
  },
});

/** Assumes that nothing distinguishes booleans from numbers, and that reading a property has no side effect. */
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
/** Options of the second pass, after names are shortened. */
const JOIN_OPTIONS: MinifyOptions = {
  ecma: 2020,
  toplevel: true,
  compress: { defaults: false, join_vars: true, sequences: true },
  format: { ascii_only: true },
};

/**
 * Wraps the code in a function, so that terser can rename everything. Then replaces the function with a block, which
 * is shorter; its variables are all `let` and stay local too.
 */
async function minifyClassic(code: string): Promise<string> {
  const inFunction = (await minify(`(()=>{${code}})()`, COMPRESS_OPTIONS)).code!;
  // Terser can remove the function itself.
  const statements = /^\(\(\)=>\{(.*)\}\)\(\);?$/s.exec(inFunction)?.[1] ?? inFunction;
  const inBlock = `{${statements}}`.replace(/\b(?:var|const)\b ?(?=[ {\w])/g, 'let ');
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
        chunk.code =
          chunk.fileName === 'widget.js'
            ? await minifyClassic(chunk.code)
            : (await minify(chunk.code, { module: true })).code!;
      }
    },
  };
}

/** Builds each embed alone, because a classic script can't import what two of them share. */
function embeds(): Plugin {
  return {
    name: 'embeds',
    async generateBundle() {
      for (const name of ['roadmap', 'changelog']) {
        const entry = `src/embeds/${name}.ts`;
        const [{ output }] = (await build({
          configFile: false,
          logLevel: 'warn',
          root: import.meta.dirname,
          plugins: [minifyCssInScripts()],
          build: { target: 'es2022', write: false, minify: false, lib: { entry, formats: ['es'] } },
        })) as [Rolldown.RolldownOutput];
        this.emitFile({
          type: 'asset',
          fileName: `${name}.js`,
          source: await minifyClassic(output[0].code),
        });
      }
    },
  };
}

/** Builds the widget and the embeds, whose sizes `size.spec.ts` limits, and the scripts that the widget loads on demand. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [minifyCssInScripts(), dialogStyle(), minifyScripts(), embeds()],
  build: {
    target: 'es2022',
    outDir: '../../dist/apps/widget',
    emptyOutDir: true,
    minify: false,
    lib: {
      entry: {
        widget: 'src/widget.ts',
        dialog: 'src/dialog.ts',
        send: 'src/send.ts',
        proof: 'src/proof.ts',
      },
      formats: ['es'],
      fileName: (_, name) => `${name}.js`,
    },
  },
});
