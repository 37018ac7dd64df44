// at libs/postgres/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { readConfig } from '../../../apps/api/src/config';
