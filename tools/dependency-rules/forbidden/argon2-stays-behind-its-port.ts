// at libs/accounts/src/example.ts
// forbidden by architecture/accounts-knows-crypto-and-zlib
export { verify } from '@node-rs/argon2';
