import { ApiError } from '../../../api/client';
import { t } from '../../../../messages';
import { EMPTY_KEY_FORM, keyBody, keyFormErrors, rejectedFields } from './key-form';

const texts = t.developer.create;
const named = { ...EMPTY_KEY_FORM, name: ' Nightly import ' };
const submit = { ...named, permission: 'submit' as const };

describe('keyFormErrors', () => {
  it('wants a name of at most 100 code points', () => {
    expect(keyFormErrors({ ...named, name: '  ' })).toEqual({ name: texts.nameMissing });
    expect(keyFormErrors({ ...named, name: '🔑'.repeat(101) })).toEqual({ name: texts.nameTooLong(100) });
    expect(keyFormErrors({ ...named, name: '🔑'.repeat(100) })).toEqual({});
  });

  it('wants a website for a submit key, since without one it works nowhere', () => {
    expect(keyFormErrors(submit)).toEqual({ origins: texts.originsMissing });
    expect(keyFormErrors({ ...submit, typedOrigin: 'https://example.com' })).toEqual({});
    expect(keyFormErrors({ ...submit, origins: ['https://example.com'] })).toEqual({});
  });

  it('does not throw away a website that is half typed', () => {
    expect(keyFormErrors({ ...submit, origins: ['https://example.com'], typedOrigin: 'exam' })).toEqual({
      origins: texts.originNotAddress,
    });
    expect(keyFormErrors({ ...named, typedOrigin: 'exam' })).toEqual({});
  });
});

describe('keyBody', () => {
  it('is what was chosen', () => {
    expect(keyBody({ ...named, expiry: '90' })).toEqual({
      name: 'Nightly import',
      permission: 'full',
      expires_in_days: 90,
    });
  });

  it('gives websites to a submit key alone, the typed one too', () => {
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

describe('refusedFields', () => {
  it('stands beside the field it is about, or is null', () => {
    const fields = { allowed_origins: { code: 'invalid_value', message: 'each must be …' } };
    expect(rejectedFields(new ApiError(400, 'invalid_value', '', fields))).toEqual({
      origins: 'each must be …',
    });
    expect(rejectedFields(new ApiError(409, 'api_key_limit_reached', 'Too many API keys'))).toBeNull();
  });
});
