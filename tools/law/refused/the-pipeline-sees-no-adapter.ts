// at apps/api/src/http/example.ts
// refused by law/adapters-only-in-the-wiring
export { PostgresRateLimitStore } from '@libs/postgres';
