// at libs/accounts/src/account/argon2-password-hasher.ts
import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import type { PasswordHasher } from './account.ports';

export const many = availableParallelism();
export const hasher: Pick<PasswordHasher, 'hash'> = { hash: (password) => hash(password) };
