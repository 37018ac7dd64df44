const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** Import aliases, taken from tsconfig.base.json. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [`^${name}$`, join(__dirname, file)]),
);

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

/**
 * Returns the jest configuration of a project.
 * @param {string} rootDir
 * @param {string} displayName
 * @param {{ needs?: 'database' | 'product', timeLimitMs?: number }} [options] the server to start
 *   before the tests, and the time limit of each test
 * @returns {import('jest').Config}
 */
module.exports = (rootDir, displayName, { needs, timeLimitMs = 5_000 } = {}) => ({
  rootDir,
  displayName,
  testEnvironment: 'node',
  ...SELECTION[process.env.TESTS || 'usual'],
  transform: { '\\.([cm]?[jt]sx?)$': join(__dirname, 'tools/jest-transform.cjs') },
  transformIgnorePatterns: [],
  moduleNameMapper,
  cacheDirectory: join(__dirname, 'node_modules/.cache/jest'),
  ...(needs && startedBefore(needs)),
  globals: { TIME_LIMIT_MS: timeLimitMs },
  setupFilesAfterEnv: [join(__dirname, 'tools/testing/time-limit.cjs')],
});
