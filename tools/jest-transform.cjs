/**
 * Lets jest, which uses CommonJS, run ESM-only packages such as NestJS 12: Node 20 can't `require()` ESM inside jest.
 * Compiles TypeScript and ESM with swc, and leaves CommonJS files in node_modules unchanged.
 */
const { createTransformer } = require('@swc/jest');

const swc = createTransformer({
  swcrc: false,
  sourceMaps: true,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
});

const isPlainCommonJs = (source, file) =>
  file.includes('/node_modules/') &&
  !file.endsWith('.mjs') &&
  !/^\s*(import|export)\b|\bimport\s*[(.]/m.test(source);

module.exports = {
  ...swc,
  process: (source, file, options) =>
    isPlainCommonJs(source, file) ? { code: source } : swc.process(source, file, options),
};
