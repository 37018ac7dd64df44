// at apps/api/src/reference/example.ts
export { key } from '../rest/key/key.operations';
