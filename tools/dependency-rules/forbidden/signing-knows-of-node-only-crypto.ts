// at libs/webhooks/src/signing/example.ts
// forbidden by architecture/signing-knows-crypto
export { readFileSync } from 'node:fs';
