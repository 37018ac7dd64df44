// at apps/admin/src/pages/example.ts
// refused by @nx/enforce-module-boundaries
export { createDataSource } from '@libs/postgres';
