const Sequencer = require('@jest/test-sequencer').default;

/**
 * Files that take a minute or more, also if they are short. A clone does not know how long its files take, and one of
 * them that starts last leaves a core idle.
 */
const LONGEST =
  /\/(process|processes|faults|merge-items|properties|webhook-faults|embedded-postgres)\.extended\./;

const weightOf = ({ path }) => (LONGEST.test(path) ? 2 : path.includes('.extended.') ? 1 : 0);

/**
 * Runs the slowest test files first, so that all workers finish at about the same time, and spreads those that wait for
 * a browser among those that need the processor.
 */
module.exports = class extends Sequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.randomize ? options.globalConfig.seed : undefined;
  }

  sort(tests) {
    if (this.seed !== undefined) return shuffled(tests, this.seed);
    const sorted = super.sort(tests).sort((a, b) => weightOf(b) - weightOf(a));
    const inBrowser = sorted.filter(({ path }) => path.includes('browser-tests'));
    const others = sorted.filter((test) => !inBrowser.includes(test));
    if (others.length === 0) return inBrowser;
    const upTo = (position) => Math.ceil((position * inBrowser.length) / others.length);
    return others.flatMap((test, i) => [...inBrowser.slice(upTo(i), upTo(i + 1)), test]);
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
