/**
 * Runs ESM-only packages (NestJS 12) under jest's CommonJS: TypeScript and ESM go through swc,
 * plain CommonJS of node_modules passes untouched. Node 20 cannot `require()` ESM inside jest.
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
