// at libs/accounts/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { TypeOrmAccountRepository } from '@libs/postgres';
