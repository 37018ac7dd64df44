// at libs/api-client/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { STATUSES } from '@libs/feedback';
