import { API_KEY_NAME_MAX, EXPIRY_DAYS, type NewKeyBody, type Permission } from '@libs/contract';
import { ApiError } from '../../../api/requests/client';
import { t } from '../../../../messages';
import { originError } from './origin-error';

export type Expiry = 'never' | `${(typeof EXPIRY_DAYS)[number]}`;
export const EXPIRIES: readonly Expiry[] = ['never', ...EXPIRY_DAYS.map((days) => `${days}` as const)];

/** The input of the dialog. */
export interface KeyForm {
  readonly name: string;
  readonly permission: Permission;
  readonly origins: readonly string[];
  /** An origin that is typed but not added yet; it counts, too. */
  readonly typedOrigin: string;
  readonly expiry: Expiry;
}

export type KeyFormErrors = Partial<Record<'name' | 'origins', string>>;

export const EMPTY_KEY_FORM: KeyForm = {
  name: '',
  permission: 'full',
  origins: [],
  typedOrigin: '',
  expiry: 'never',
};

const texts = t.developer.create;

export function keyFormErrors(form: KeyForm): KeyFormErrors {
  const errors: KeyFormErrors = {};
  const name = form.name.trim();
  if (name === '') errors.name = texts.nameMissing;
  else if ([...name].length > API_KEY_NAME_MAX) errors.name = texts.nameTooLong(API_KEY_NAME_MAX);
  const origins = originsError(form);
  return origins ? { ...errors, origins } : errors;
}

function originsError({ permission, origins, typedOrigin }: KeyForm): string | null {
  if (permission !== 'submit') return null;
  if (typedOrigin !== '') return originError(typedOrigin, origins);
  return origins.length === 0 ? texts.originsMissing : null;
}

export function keyBody({ name, permission, origins, typedOrigin, expiry }: KeyForm): NewKeyBody {
  return {
    name: name.trim(),
    permission,
    ...(permission === 'submit' && { allowed_origins: typedOrigin ? [...origins, typedOrigin] : origins }),
    ...(expiry !== 'never' && { expires_in_days: Number(expiry) as (typeof EXPIRY_DAYS)[number] }),
  };
}

/** The service's error messages by field; null if the error isn't about a field of the dialog. */
export function rejectedFields(error: unknown): KeyFormErrors | null {
  if (!(error instanceof ApiError)) return null;
  const { name, allowed_origins: origins } = error.fields;
  if (!name && !origins) return null;
  return { ...(name && { name: name.message }), ...(origins && { origins: origins.message }) };
}
