import { DomainError, type Issue } from '@libs/kernel';

/**
 * Reads what comes in and gathers every fault of it, in the words of API.md 1.4. A value that was found wrong
 * is handed back as it is: `refuse` throws before it can do harm.
 */
export class Input {
  private readonly issues: Issue[] = [];

  wrong(param: string, code: string, message: string): void {
    this.issues.push({ param, code, message });
  }

  /** One line: trimmed, 1 to `max` code points, something visible in it, no control characters. */
  line(value: string, param: string, max: number): string {
    const line = value.trim();
    if (!VISIBLE.test(line)) this.wrong(param, 'empty_value', `Field must not be empty: ${param}`);
    else if (CONTROL.test(line) || !line.isWellFormed()) this.invalidCharacters(param);
    else if (codePoints(line) > max) this.tooLong(param, max);
    return line;
  }

  /** As `<input type=email>` takes it (WHATWG HTML), with a dot in its domain: the rule of API.md 1.7. */
  email(value: string, param: string): string {
    const email = value.trim();
    const [local = ''] = email.split('@');
    if (email.length > EMAIL_MAX) this.tooLong(param, EMAIL_MAX);
    else if (!EMAIL.test(email) || local.length > EMAIL_LOCAL_MAX) {
      this.wrong(param, 'invalid_format', `Invalid email address: ${param}`);
    }
    return email;
  }

  oneOf<T extends string>(value: T, param: string, allowed: readonly T[]): T {
    if (!allowed.includes(value)) this.invalidValue(param, `must be one of ${allowed.join(', ')}`);
    return value;
  }

  invalidValue(param: string, rule: string): void {
    this.wrong(param, 'invalid_value', `Invalid value for ${param}: ${rule}`);
  }

  invalidCharacters(param: string): void {
    this.wrong(param, 'invalid_characters', `Field contains invalid characters: ${param}`);
  }

  tooLong(param: string, max: number): void {
    this.wrong(param, 'too_long', `Field is too long: ${param} (maximum ${max} characters)`);
  }

  /** @throws DomainError `validation`, with every fault found */
  refuse(): void {
    const [first, ...rest] = this.issues;
    if (first) throw DomainError.invalid([first, ...rest]);
  }
}

/** Lengths count Unicode code points, as PostgreSQL's char_length does. */
export const codePoints = (text: string): number => [...text].length;

export const EMAIL_MAX = 254;
const EMAIL_LOCAL_MAX = 64;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;
// C0, DEL, C1 and the two line separators of Unicode.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
