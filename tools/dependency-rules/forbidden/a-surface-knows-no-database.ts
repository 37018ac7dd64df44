// at apps/admin/src/dashboard/pages/example.ts
// forbidden by @nx/enforce-module-boundaries
export { createDataSource } from '@libs/postgres';
