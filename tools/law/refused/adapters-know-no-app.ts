// at libs/postgres/src/example.ts
// refused by @nx/enforce-module-boundaries
export { readConfig } from '../../../apps/api/src/config';
