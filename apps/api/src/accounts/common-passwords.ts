import type { CommonPasswords } from '@libs/accounts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** About 50,000 passwords from leaks worldwide (dashboard.md 4). */
export const commonPasswords = (): CommonPasswords => new Set(dictionary['passwords-common']);
