// at libs/api-client/src/example.ts
export { DomainError } from '@libs/kernel';
