import { statementNames } from '../src/connection/named-statement-client';
import { closeDataSources } from './in-test-file';

// Jest runs this for each test file. A module that test files import is loaded once, and its hooks apply to one file.

// The statements of many files of a worker would use up the names, and those of this file would not be prepared.
beforeAll(() => statementNames.clear());
afterAll(closeDataSources);
