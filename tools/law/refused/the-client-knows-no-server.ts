// at libs/api-client/src/example.ts
// refused by @nx/enforce-module-boundaries
export { fastify } from 'fastify';
