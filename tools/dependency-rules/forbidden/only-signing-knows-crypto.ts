// at libs/webhooks/src/endpoints/example.ts
// forbidden by architecture/a-core-knows-no-node
export { createHmac } from 'node:crypto';
