import { closeDataSources } from './in-test-file';

// Jest runs this for each test file. A module that test files import is loaded once, and its hooks apply to one file.
afterAll(closeDataSources);
