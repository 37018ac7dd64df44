// at apps/api/src/http/example.ts
// forbidden by architecture/adapters-only-in-the-wiring
export { PostgresRateLimitStore } from '@libs/postgres';
