// at libs/accounts/src/example.ts
// refused by law/accounts-knows-crypto-and-zlib
export { readFileSync } from 'node:fs';
