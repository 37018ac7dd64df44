// at libs/accounts/src/example.ts
// refused by law/accounts-knows-crypto-and-zlib
export { verify } from '@node-rs/argon2';
