// at apps/api/src/mcp/example.ts
// forbidden by architecture/imports-point-one-way
export { FormAddresses } from '../rest/key/key.http';
