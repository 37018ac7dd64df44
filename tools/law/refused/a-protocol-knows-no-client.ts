// at libs/mcp/src/example.ts
// refused by @nx/enforce-module-boundaries
export { createFeedbackClient } from '@libs/api-client';
