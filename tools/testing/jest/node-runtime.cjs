const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const { configureGlobal } = require('fast-check');
const Runtime = require('jest-runtime').default;

// CI must not refuse a change because of an input that another run happened not to try. Each run elsewhere tries new ones.
if (process.env.CI) configureGlobal({ seed: 1 });

/** The runtime of the test file that runs now. It transforms TypeScript, and instruments it for coverage. */
let running;
const sourceMaps = new Map();

for (const extension of ['.ts', '.tsx']) {
  Module._extensions[extension] = (module, filename) =>
    module._compile(running.transformCache.transform(filename), filename);
}

/** Import aliases: patterns, and the files that they stand for. */
let aliases = [];
const { _resolveFilename } = Module;
Module._resolveFilename = (request, ...rest) => {
  const alias = aliases.find(([pattern]) => pattern.test(request));
  return _resolveFilename(alias ? alias[1] : request, ...rest);
};

/**
 * What Jest's test framework takes for an `AsyncLocalStorage`, in which it keeps the test that runs. Tests of a file run
 * one after another, so one value is enough. Node 20 visits each storage that was ever used whenever a promise is
 * made, and the framework, loaded for each test file, would add one for each.
 */
class OneStore {
  getStore() {
    return this.store;
  }

  async run(store, callback) {
    const previous = this.store;
    this.store = store;
    try {
      return await callback();
    } finally {
      this.store = previous;
    }
  }
}

/**
 * Jest's runtime with Node's own module loader: what a test file imports is loaded once per worker, and packages are
 * loaded as in production. There is no `jest.mock`. See docs/architecture/adr/0037-modules-loaded-once-per-worker.md.
 */
module.exports = class extends Runtime {
  constructor(config, ...more) {
    super(config, ...more);
    this.testFile = more[5];
    aliases = config.moduleNameMapper.map(([pattern, file]) => [new RegExp(pattern), file]);
    this.transformCache.sourceMaps = sourceMaps;
    running = this;
  }

  /** Jest would serve built-in modules through `requireModule`. */
  installGetBuiltinModule() {}

  /** Loads a test file or a set-up file. */
  requireModule(path) {
    delete require.cache[path];
    globalThis.jest = this.jestGlobals.jestObjectFor(path);
    return require(path);
  }

  /** Loads Jest's test framework. Its state is that of one test file. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    const { AsyncLocalStorage } = asyncHooks;
    asyncHooks.AsyncLocalStorage = OneStore;
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  teardown() {
    delete require.cache[this.testFile];
    super.teardown();
  }
};

/** Resources of every worker: output, the channel to Jest, objects that Node keeps to read files, and timers of this file. */
const OWN = ['PipeWrap', 'TTYWrap', 'FileHandleReadWrap', 'Timeout'];

// Jest warns of a worker that does not exit, but not of its reason. So a worker prints what a test has left open, and then
// ends at once.
if (process.send) {
  process.on('removeListener', (event) => {
    if (event === 'message') endWhenClosed(CHECKS);
  });
}

/** A connection that the last test has ended can need a moment to close, longer on a busy machine. */
const CHECKS = 200;
const CHECK_MS = 10;

function endWhenClosed(checksLeft) {
  const open = process.getActiveResourcesInfo().filter((name) => !OWN.includes(name));
  if (open.length > 0 && checksLeft > 0) return void setTimeout(endWhenClosed, CHECK_MS, checksLeft - 1);
  if (open.length > 0) process.stderr.write(`A test has left open: ${open.join(', ')}\n`);
  process.kill(process.pid, 'SIGKILL');
}
