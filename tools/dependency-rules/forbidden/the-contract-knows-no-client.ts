// at libs/contract/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export type { FeedbackClient } from '@libs/api-client';
