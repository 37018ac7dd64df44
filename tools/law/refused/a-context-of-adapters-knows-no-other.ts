// at libs/postgres/src/feedback/example.ts
// refused by law/no-join-from-feedback
export { AccountSchema } from '../accounts/account.schema';
