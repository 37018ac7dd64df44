// at libs/postgres/src/feedback/example.ts
// forbidden by architecture/no-join-from-feedback
export { AccountSchema } from '../accounts/account.schema';
