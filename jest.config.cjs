/** Runs all projects together, so that no worker idles while a project finishes its last file. */
module.exports = {
  projects: ['<rootDir>/{apps,libs,tools}/*/jest.config.cjs'],
  maxWorkers: '100%',
  testSequencer: '<rootDir>/tools/jest-sequencer.cjs',
  // Excludes test code: browser tests send some of it to the page, where it can't be instrumented.
  collectCoverageFrom: ['{apps,libs}/*/src/**/*.{ts,tsx}', '!**/*.spec.ts'],
  reporters: ['default', '<rootDir>/tools/jest-reporter.cjs'],
};
