// at libs/mcp/src/example.ts
// refused by @nx/enforce-module-boundaries
export { TypeOrmFeedbackRepository } from '@libs/postgres';
