const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { compilerOptions } = JSON.parse(readFileSync(join(__dirname, 'tsconfig.base.json'), 'utf8'));

/** The workspace's import names come from one place, tsconfig.base.json. */
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [`^${name}$`, join(__dirname, file)]),
);

/** What the test files of a project share: see `tools/testing`. */
const startedBefore = (name) => ({
  globalSetup: join(__dirname, `tools/testing/start-${name}.cjs`),
  globalTeardown: join(__dirname, 'tools/testing/stop-all.cjs'),
});

/** Which test files run, by the variable TESTS: `npm test` leaves out the extended ones, `npm run test:all` does not. */
const EVERY = ['**/*.spec.ts', '**/*.e2e.ts'];
const SELECTION = {
  usual: { testMatch: EVERY, testPathIgnorePatterns: ['/node_modules/', '\\.extended\\.(spec|e2e)\\.ts$'] },
  extended: { testMatch: EVERY.map((pattern) => pattern.replace('*.', '*.extended.')) },
  all: { testMatch: EVERY },
};

/**
 * The jest configuration of a project.
 * @param {string} rootDir
 * @param {string} displayName
 * @param {{ needs?: 'database' | 'product', timeLimitMs?: number }} [options] what is started before, and how long a
 *   test may take
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
