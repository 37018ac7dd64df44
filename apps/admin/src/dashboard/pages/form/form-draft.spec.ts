import type { FormSettings } from '@libs/contract';
import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';
import { changedSettings, draftErrors, toDraft, rejectedFields } from './form-draft';

const saved: FormSettings = {
  slug: 'acme',
  open: true,
  heading: 'Tell Acme',
  introduction: null,
  thanks: null,
  accent: '#3454d1',
  email_field: 'optional',
  language: null,
  receipts: true,
  status_messages: 'ask',
  require_identity: false,
  url: 'http://localhost:3000/f/acme',
  aliases: ['acme-old'],
};
const draft = toDraft(saved);

describe('changedSettings', () => {
  it('is empty if nothing has changed', () => {
    expect(changedSettings(draft, saved)).toEqual({});
  });

  it('contains only changed settings', () => {
    expect(changedSettings({ ...draft, open: false, slug: 'acme-inc' }, saved)).toEqual({
      open: false,
      slug: 'acme-inc',
    });
  });

  it('resets an emptied field to the default text or color', () => {
    expect(changedSettings({ ...draft, heading: ' \u200b\n', accent: '' }, saved)).toEqual({
      heading: null,
      accent: null,
    });
  });

  it('trims like the service, so that blanks alone change nothing', () => {
    expect(changedSettings({ ...draft, heading: ' Tell Acme ' }, saved)).toEqual({});
    expect(changedSettings({ ...draft, introduction: ' Hello\n\nyou ' }, saved)).toEqual({
      introduction: 'Hello\n\nyou',
    });
  });

  it('converts a color to lowercase', () => {
    expect(changedSettings({ ...draft, accent: '#3454D1' }, saved)).toEqual({});
  });
});

describe('draftErrors', () => {
  it('is empty for saved settings', () => {
    expect(draftErrors(draft)).toEqual({});
  });

  it.each(['', 'ac', 'Acme', 'acme-', '-acme', 'a--b', 'ac me', 'äcme', 'a'.repeat(51)])(
    'rejects the slug %p',
    (slug) => {
      expect(draftErrors({ ...draft, slug })).toEqual({ slug: t.form.errors.slugRule });
    },
  );

  it.each(['acm', 'acme-2', '2-acme', 'a'.repeat(50)])('accepts the slug %p', (slug) => {
    expect(draftErrors({ ...draft, slug })).toEqual({});
  });

  it('counts code points', () => {
    expect(draftErrors({ ...draft, heading: '💡'.repeat(100) })).toEqual({});
    expect(draftErrors({ ...draft, heading: '💡'.repeat(101) })).toEqual({
      heading: t.form.errors.tooLong(100),
    });
    expect(draftErrors({ ...draft, thanks: 'x'.repeat(1001) })).toEqual({
      thanks: t.form.errors.tooLong(1000),
    });
  });

  it('rejects an incomplete color', () => {
    expect(draftErrors({ ...draft, accent: '#34' })).toEqual({ accent: t.form.errors.accent });
  });
});

describe('rejectedFields', () => {
  const rejection = (param: string, code: string, message = '') =>
    rejectedFields(new ApiError(400, code, message, { [param]: { code, message } }), draft);

  it('returns a specific message for each slug error', () => {
    expect(rejection('slug', 'slug_taken')).toEqual({ slug: t.form.errors.slugTaken });
    expect(rejection('slug', 'invalid_value', 'Invalid value for slug: must not be a reserved word')).toEqual(
      {
        slug: t.form.errors.slugReserved,
      },
    );
    expect(rejection('slug', 'invalid_value', 'Invalid value for slug: must be 3 to 50 …')).toEqual({
      slug: t.form.errors.slugRule,
    });
  });

  it('returns the message of the service for other errors', () => {
    expect(rejection('email_field', 'invalid_value', 'Invalid value for email_field')).toEqual({
      email_field: 'Invalid value for email_field',
    });
  });

  it('is null if the error concerns no field', () => {
    expect(rejection('other', 'invalid_value')).toBeNull();
    expect(rejectedFields(new ApiError(503, 'unavailable', 'Later'), draft)).toBeNull();
    expect(rejectedFields(new Error('bug'), draft)).toBeNull();
  });
});
