// at apps/api/src/http/example.ts
// refused by law/production-needs-no-dev-dependency
export { Ajv } from 'ajv/dist/2020.js';
