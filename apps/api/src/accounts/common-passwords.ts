import { createRequire } from 'node:module';
import type { CommonPasswords } from '@libs/accounts';
import type * as LanguageCommon from '@zxcvbn-ts/language-common';

const load = (): CommonPasswords => {
  const require = createRequire(import.meta.url);
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof LanguageCommon;
  return new Set(dictionary['passwords-common']);
};

/**
 * About 50,000 passwords from leaks worldwide (dashboard.md 4). Loaded for the first new password, because they take
 * memory, and many processes never see one.
 */
export function commonPasswords(): CommonPasswords {
  let loaded: CommonPasswords | undefined;
  return { has: (password) => (loaded ??= load()).has(password) };
}
