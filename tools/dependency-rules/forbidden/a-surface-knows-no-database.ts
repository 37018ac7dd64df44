// at apps/admin/src/pages/example.ts
// forbidden by @nx/enforce-module-boundaries
export { createDataSource } from '@libs/postgres';
