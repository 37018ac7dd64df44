const Module = require('node:module');
const Runtime = require('jest-runtime').default;

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
    return require(path);
  }

  teardown() {
    delete require.cache[this.testFile];
    super.teardown();
  }
};

/** Resources of every worker: its output, the channel to Jest, and objects that Node keeps to read files. */
const OWN = ['PipeWrap', 'TTYWrap', 'FileHandleReadWrap'];

// Jest ends its workers, and warns of one that has not exited 500 ms later, which can also mean that the machine is busy.
// So a worker prints what a test has left open, and then ends at once.
if (process.send) {
  process.on('removeListener', (event) => {
    if (event !== 'message') return;
    if (openResources().length === 0) end();
    else setTimeout(end, CLOSING_MS);
  });
}

/** A connection that the last test has ended can need a moment to close. */
const CLOSING_MS = 200;

function openResources() {
  return process.getActiveResourcesInfo().filter((name) => !OWN.includes(name));
}

function end() {
  // Not the timer that calls this.
  const open = openResources().filter((name) => name !== 'Timeout');
  if (open.length > 0) process.stderr.write(`A test has left open: ${open.join(', ')}\n`);
  process.kill(process.pid, 'SIGKILL');
}
