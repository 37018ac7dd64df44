// jest ignores a project's `testTimeout` when it runs several projects.
jest.setTimeout(globalThis.TIME_LIMIT_MS);
