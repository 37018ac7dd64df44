// at libs/mcp/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { TypeOrmFeedbackRepository } from '@libs/postgres';
