/** All projects in one run, so that no worker waits for the last file of a project. */
module.exports = {
  projects: ['<rootDir>/{apps,libs,tools}/*/jest.config.cjs'],
  testSequencer: '<rootDir>/tools/jest-sequencer.cjs',
  reporters: ['default', '<rootDir>/tools/jest-reporter.cjs'],
};
