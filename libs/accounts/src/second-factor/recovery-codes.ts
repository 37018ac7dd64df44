import { randomBytes } from 'node:crypto';
import { digestOf } from '../secret-digest';
import { RECOVERY_CODES } from '../limits';
import { plainCode } from './plain-code';

/** Without i, l, o, and u, which are mistaken for other characters or form words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits: too many to search for a SHA-256 digest. */
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** Codes that sign in once each, and their stored form. The codes are not stored. */
export interface NewRecoveryCodes {
  readonly codes: readonly string[];
  readonly digests: readonly Buffer[];
}

export function newRecoveryCodes(): NewRecoveryCodes {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return { codes, digests: codes.map(recoveryDigestOf) };
}

function newCode(): string {
  // The alphabet has 32 characters, so each remainder is equally likely.
  const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]!);
  return characters.join('').replace(GROUP, '$&-');
}

const CONFUSED: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0' };

/** Returns the stored form of a code. Ignores case, spaces, and hyphens, and accepts characters that look alike. */
export function recoveryDigestOf(code: string): Buffer {
  return digestOf(
    plainCode(code)
      .toLowerCase()
      .replace(/[ilo]/g, (letter) => CONFUSED[letter]!),
  );
}
