/** All projects in one run, so that no worker waits for the last file of a project. */
module.exports = {
  projects: ['<rootDir>/{apps,libs,tools}/*/jest.config.cjs'],
  maxWorkers: '100%',
  testSequencer: '<rootDir>/tools/jest-sequencer.cjs',
  // Relative to each project's folder. Code of tests is left out: browser tests send some of it to the page.
  collectCoverageFrom: ['{src,../../*/*/src}/**/*.{ts,tsx}', '!**/*.spec.ts'],
  reporters: ['default', '<rootDir>/tools/jest-reporter.cjs'],
};
