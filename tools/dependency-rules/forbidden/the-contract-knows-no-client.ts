// at libs/contract/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { createFeedbackClient } from '@libs/api-client';
