import {
  DomainError,
  EMAIL_MAX,
  emptyField,
  hasControl,
  hasVisible,
  isEmail,
  longerThan,
  noEmailAddress,
  tooLongField,
  trimmed,
  unstorableField,
  type Issue,
} from '@libs/kernel';

/**
 * Reads what comes in and gathers every fault of it, in the words of conventions.md 6. A value that was found wrong
 * is handed back as it is: `refuse` throws before it can do harm.
 */
export class Input {
  private readonly issues: Issue[] = [];

  wrong(param: string, code: string, message: string): void {
    this.issues.push({ param, code, message });
  }

  /** One line: trimmed, 1 to `max` code points, something visible in it, no control characters. */
  line(value: string, param: string, max: number): string {
    const line = trimmed(value);
    if (!hasVisible(line)) this.issues.push(emptyField(param));
    else if (hasControl(line) || !line.isWellFormed()) this.invalidCharacters(param);
    else if (longerThan(line, max)) this.tooLong(param, max);
    return line;
  }

  /** Text of several lines: trimmed, line breaks as LF, otherwise as `line`. */
  lines(value: string, param: string, max: number): string {
    const text = trimmed(value.replaceAll('\r\n', '\n'));
    if (!hasVisible(text)) this.issues.push(emptyField(param));
    else if (hasControl(text.replace(/[\n\t]/g, '')) || !text.isWellFormed()) this.invalidCharacters(param);
    else if (longerThan(text, max)) this.tooLong(param, max);
    return text;
  }

  /** As `<input type=email>` takes it (WHATWG HTML), with a dot in its domain: the rule of items.md 2. */
  email(value: string, param: string): string {
    const email = trimmed(value);
    if (email.length > EMAIL_MAX) this.tooLong(param, EMAIL_MAX);
    else if (!isEmail(email)) this.issues.push(noEmailAddress(param));
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
    this.issues.push(unstorableField(param));
  }

  tooLong(param: string, max: number): void {
    this.issues.push(tooLongField(param, max));
  }

  /** @throws DomainError `validation`, with every fault found */
  refuse(): void {
    const [first, ...rest] = this.issues;
    if (first) throw DomainError.invalid([first, ...rest]);
  }
}
