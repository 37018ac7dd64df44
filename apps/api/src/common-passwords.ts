import type { CommonPasswords } from '@libs/accounts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Some fifty thousand, from leaks all over the world (dashboard.md 4). */
export const commonPasswords = (): CommonPasswords => new Set(dictionary['passwords-common']);
