const { spawnSync } = require('node:child_process');
const { availableParallelism } = require('node:os');
const { TIME_LIMIT_MS } = require('./jest.preset.cjs');

/** Only in `npm run test:all` and CI, where a missing program is an error. */
function poolerProjects() {
  if (!process.env.TESTS) return [];
  if (process.env.TEST_PROGRAMS === 'required' || spawnSync('pgbouncer', ['--version']).status === 0)
    return ['<rootDir>/apps/api/jest.pooler.config.cjs'];
  console.warn('PgBouncer is not installed: skipping the e2e tests behind it');
  return [];
}

/** Runs all projects together, so that no worker idles while a project finishes its last file. */
module.exports = {
  projects: ['<rootDir>/{apps,libs,tools}/*/jest.config.cjs', ...poolerProjects()],
  // Tests often wait for PostgreSQL, browsers, and processes, so that one worker for each core would leave them idle.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Jest ignores the limits of projects.
  testTimeout: TIME_LIMIT_MS,
  // Half a second unless it is set, in which a busy machine may not even tell Jest that a worker has exited.
  workerGracefulExitTimeout: 60_000,
  testSequencer: '<rootDir>/tools/jest-sequencer.cjs',
  // Excludes test code: browser tests send some of it to the page, where it can't be instrumented.
  collectCoverageFrom: ['{apps,libs}/*/src/**/*.{ts,tsx}', '!**/*.spec.ts'],
  reporters: ['default', '<rootDir>/tools/jest-reporter.cjs'],
};
