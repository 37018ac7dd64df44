const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** Import aliases, taken from tsconfig.base.json. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [`^${name}$`, join(__dirname, file)]),
);

/** NestJS needs the types of constructor parameters. */
const COMPILER = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    keepClassNames: true,
  },
};

/** Servers that all test files of a project share; see `tools/testing`. */
const startedBefore = (name) => ({
  globalSetup: join(__dirname, `tools/testing/start-${name}.cjs`),
  globalTeardown: join(__dirname, 'tools/testing/stop-all.cjs'),
});

/** Selects test files by the variable TESTS: `npm test` skips extended tests, `npm run test:all` includes them. */
const EVERY = ['**/*.spec.ts', '**/*.e2e.ts'];
const SELECTION = {
  usual: { testMatch: EVERY, testPathIgnorePatterns: ['/node_modules/', '\\.extended\\.(spec|e2e)\\.ts$'] },
  extended: { testMatch: EVERY.map((pattern) => pattern.replace('*.', '*.extended.')) },
  all: { testMatch: EVERY },
};

/** Ends a test that hangs. There is no other time limit, because on a busy machine any test can take minutes. */
const TIME_LIMIT_MS = 300_000;

/**
 * Returns the jest configuration of a project.
 * @param {string} rootDir
 * @param {string} displayName
 * @param {{ needs?: 'database' | 'product' }} [options] the server to start before the tests
 * @returns {import('jest').Config}
 */
module.exports = (rootDir, displayName, { needs } = {}) => ({
  rootDir,
  displayName,
  runtime: join(__dirname, 'tools/testing/jest/node-runtime.cjs'),
  testEnvironment: join(__dirname, 'tools/testing/jest/node-environment.cjs'),
  ...SELECTION[process.env.TESTS || 'usual'],
  moduleNameMapper,
  transform: { '\\.tsx?$': ['@swc/jest', COMPILER] },
  cacheDirectory: join(__dirname, 'node_modules/.cache/jest'),
  testTimeout: TIME_LIMIT_MS,
  ...(needs && startedBefore(needs)),
});

module.exports.TIME_LIMIT_MS = TIME_LIMIT_MS;
