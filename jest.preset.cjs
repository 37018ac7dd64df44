const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** The workspace's import names come from one place, tsconfig.base.json. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [`^${name}$`, join(__dirname, file)]),
);

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  transform: { '\\.([cm]?[jt]sx?)$': join(__dirname, 'tools/jest-transform.cjs') },
  transformIgnorePatterns: [],
  moduleNameMapper,
  testMatch: ['**/*.spec.ts'],
  cacheDirectory: join(__dirname, 'node_modules/.cache/jest'),
};
