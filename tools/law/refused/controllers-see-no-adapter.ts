// at apps/api/src/feedback/example.controller.ts
// refused by law/adapters-only-in-the-wiring
export { migrate } from '@libs/postgres';
