import type { DomainError, ObjectRule } from '@libs/kernel';
import { jsonOf, readBody } from '../http/body';
import type { Query } from '../http/query';
import { thrownBy } from './error-responses';

/** Invalid bodies by example name: a JSON value, or raw bytes. */
export type Bodies = Readonly<Record<string, unknown>>;
/** Invalid queries by example name. */
export type Queries = Readonly<Record<string, Query>>;
type Errors = Readonly<Record<string, DomainError>>;

/** Invalid for every operation. */
export const NO_BODIES = {
  invalid_body: [],
  malformed_json: Buffer.from('{"title":'),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};

/** The errors of invalid values, by example name. */
export const errorsOf = <T>(invalid: Readonly<Record<string, T>>, read: (value: T) => unknown): Errors =>
  Object.fromEntries(Object.entries(invalid).map(([name, value]) => [name, thrownBy(() => read(value))]));

export const bodyErrors = <T>(rule: ObjectRule<T>, bodies: Bodies): Errors =>
  errorsOf(bodies, (body) =>
    readBody(rule, jsonOf(Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)))),
  );
