// at apps/api/src/http/example.ts
// forbidden by architecture/production-needs-no-dev-dependency
export { Ajv } from 'ajv/dist/2020.js';
