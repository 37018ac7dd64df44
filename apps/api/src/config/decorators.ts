import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import {
  asOrigin,
  entriesOf,
  isDatabaseUrl,
  isEncryptionKey,
  isNetwork,
  isOrigin,
  withoutWhitespace,
} from './formats';

/** The declared variables, in the order of their declaration. */
export const descriptions = new Map<string, string>();
/** Names of the variables that can be in a file. */
export const secrets: string[] = [];

/** Declares an environment variable. The initial value of the property is the default. */
export const Variable = (description: string) => (target: object, name: string) => {
  descriptions.set(name, description);
  IsOptional()(target, name);
};

/** Declares a variable that can be in a file, which `<name>_FILE` names. */
export const Secret = (description: string) => (target: object, name: string) => {
  secrets.push(name);
  Variable(description)(target, name);
};

/** Like `applyDecorators` of NestJS, which the operator command doesn't load. */
const combine =
  (...decorators: PropertyDecorator[]): PropertyDecorator =>
  (target, name) =>
    decorators.forEach((decorate) => decorate(target, name));

export const WholeNumber = (min: number, max: number) => {
  const message = () =>
    `must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return combine(
    Transform(({ value }) => (/^\d{1,10}$/.test(value) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
};

export const Quota = () => WholeNumber(0, 1_000_000_000);

const anyOf = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words);

/** Does not compile if a value is missing in the type of the property. */
export const OneOf =
  <Word extends string>(...words: Word[]) =>
  <Class extends object, Name extends keyof Class & string>(
    target: Class,
    name: Name & ([Word] extends [Class[Name]] ? Name : never),
  ) =>
    IsIn(words, { message: () => `must be ${anyOf(words)}` })(target, name);

export const Satisfies = (validate: (text: string) => boolean, message: string, each = false) =>
  ValidateBy({ name: validate.name, validator: { validate } }, { message, each });

/** Line breaks and spaces at the ends don't count, because a URL is often copied or in a file. */
export const Url = (validate: (text: string) => boolean, message: string) =>
  combine(
    Transform(({ value }) => withoutWhitespace(value)),
    Satisfies(validate, message),
  );

export const Origin = (message: string) =>
  combine(
    Transform(({ value }) => asOrigin(value)),
    Satisfies(isOrigin, message),
  );

export const Origins = () =>
  combine(
    Transform(({ value }) => entriesOf(value).filter(Boolean).map(asOrigin)),
    Satisfies(isOrigin, 'must be origins such as https://app.example.com, separated by commas', true),
  );

export const Networks = () =>
  combine(
    Transform(({ value }) => entriesOf(value).filter(Boolean)),
    Satisfies(isNetwork, 'must be IP addresses and networks such as 10.0.0.0/8, separated by commas', true),
  );

export const MAX_PROCESSES = 64;

export const Processes = () =>
  combine(
    Transform(({ value }) => (/^\d{1,10}$/.test(value) ? Number(value) : value)),
    Satisfies(isProcessCount, `must be auto or a whole number from 1 to ${MAX_PROCESSES}`),
  );

export const DatabaseUrls = () =>
  combine(
    Transform(({ value }) => entriesOf(withoutWhitespace(value)).filter(Boolean)),
    Satisfies(
      isDatabaseUrl,
      'must be URLs such as postgres://user:password@replica:5432/database, separated by commas',
      true,
    ),
  );

export const KEY_COMMAND = 'openssl rand -base64 32';

export const EncryptionKey = () =>
  combine(
    Transform(({ value }) => withoutWhitespace(value)),
    Satisfies(isEncryptionKey, `must be 32 bytes in base64; create it with: ${KEY_COMMAND}`),
  );

function isProcessCount(value: unknown): boolean {
  return (
    value === 'auto' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_PROCESSES)
  );
}
