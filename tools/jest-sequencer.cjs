const Sequencer = require('@jest/test-sequencer').default;

/** Runs the slowest test files first, so that all workers finish at about the same time. */
const weightOf = ({ path }) => (path.includes('.extended.') ? 2 : path.includes('browser-tests') ? 1 : 0);

module.exports = class extends Sequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.randomize ? options.globalConfig.seed : undefined;
  }

  sort(tests) {
    if (this.seed !== undefined) return shuffled(tests, this.seed);
    const sorted = super.sort(tests);
    return sorted.sort((a, b) => weightOf(b) - weightOf(a));
  }
};

/** Returns the same order for the same seed. */
function shuffled(tests, seed) {
  let state = seed >>> 0;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return tests
    .map((test) => ({ test, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ test }) => test);
}
