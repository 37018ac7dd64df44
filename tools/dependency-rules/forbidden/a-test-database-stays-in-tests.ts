// at apps/api/src/feedback/example.module.ts
// forbidden by architecture/testing-only-in-tests
export { createDatabase } from '@testing/database';
