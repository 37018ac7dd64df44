/** All projects in one run, so that no worker waits for the last file of a project. */
module.exports = {
  projects: ['<rootDir>/{apps,libs,tools}/*/jest.config.cjs'],
  maxWorkers: '100%',
  testSequencer: '<rootDir>/tools/jest-sequencer.cjs',
  // Not the code of tests: browser tests send some of it to the page.
  collectCoverageFrom: ['{apps,libs}/*/src/**/*.{ts,tsx}', '!**/*.spec.ts'],
  reporters: ['default', '<rootDir>/tools/jest-reporter.cjs'],
};
