// at libs/postgres/src/example.ts
// forbidden by @nx/enforce-module-boundaries
import type { FastifyRequest } from 'fastify';

export const accountOf = (request: FastifyRequest) => request.headers['x-account'];
