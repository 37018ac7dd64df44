import { ApiError } from '../../../api/requests/client';
import { t } from '../../../../messages';
import { EMPTY_KEY_FORM, keyBody, keyFormErrors, rejectedFields } from './key-form';

const texts = t.developer.create;
const named = { ...EMPTY_KEY_FORM, name: ' Nightly import ' };
const submit = { ...named, permission: 'submit' as const };

describe('keyFormErrors', () => {
  it('requires a name of at most 100 code points', () => {
    expect(keyFormErrors({ ...named, name: '  ' })).toEqual({ name: texts.nameMissing });
    expect(keyFormErrors({ ...named, name: '🔑'.repeat(101) })).toEqual({ name: texts.nameTooLong(100) });
    expect(keyFormErrors({ ...named, name: '🔑'.repeat(100) })).toEqual({});
  });

  it('requires an origin for a submit key', () => {
    expect(keyFormErrors(submit)).toEqual({ origins: texts.originsMissing });
    expect(keyFormErrors({ ...submit, typedOrigin: 'https://example.com' })).toEqual({});
    expect(keyFormErrors({ ...submit, origins: ['https://example.com'] })).toEqual({});
  });

  it('reports an incomplete origin instead of discarding it', () => {
    expect(keyFormErrors({ ...submit, origins: ['https://example.com'], typedOrigin: 'exam' })).toEqual({
      origins: texts.originNotAddress,
    });
    expect(keyFormErrors({ ...named, typedOrigin: 'exam' })).toEqual({});
  });
});

describe('keyBody', () => {
  it('contains the trimmed name, permission, and expiry', () => {
    expect(keyBody({ ...named, expiry: '90' })).toEqual({
      name: 'Nightly import',
      permission: 'full',
      expires_in_days: 90,
    });
  });

  it('contains origins, including the typed one, for a submit key only', () => {
    const origins = ['https://example.com'];
    expect(keyBody({ ...named, origins, typedOrigin: 'https://b.example' })).not.toHaveProperty(
      'allowed_origins',
    );
    expect(keyBody({ ...submit, origins, typedOrigin: 'https://b.example' }).allowed_origins).toEqual([
      'https://example.com',
      'https://b.example',
    ]);
  });
});

describe('rejectedFields', () => {
  it('returns messages by field, or null if the error concerns no field', () => {
    const fields = { allowed_origins: { code: 'invalid_value', message: 'each must be …' } };
    expect(rejectedFields(new ApiError(400, 'invalid_value', '', fields))).toEqual({
      origins: 'each must be …',
    });
    expect(rejectedFields(new ApiError(409, 'api_key_limit_reached', 'Too many API keys'))).toBeNull();
  });
});
