// at apps/admin/src/dashboard/pages/example.ts
// forbidden by @nx/enforce-module-boundaries
export { API_KEYS_MAX } from '@libs/accounts/limits';
