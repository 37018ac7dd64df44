// at apps/api/src/operator/example.ts
export { TypeOrmAccountRepository } from '@libs/postgres';
