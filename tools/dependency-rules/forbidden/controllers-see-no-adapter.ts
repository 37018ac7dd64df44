// at apps/api/src/feedback/example.controller.ts
// forbidden by architecture/adapters-only-in-the-wiring
export { migrate } from '@libs/postgres';
