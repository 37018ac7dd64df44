// at apps/api/src/feedback/example.module.ts
// refused by law/testing-only-in-tests
export { createDatabase } from '@testing/database';
