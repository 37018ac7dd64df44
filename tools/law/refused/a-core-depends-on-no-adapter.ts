// at libs/accounts/src/example.ts
// refused by @nx/enforce-module-boundaries
export { TypeOrmAccountRepository } from '@libs/postgres';
