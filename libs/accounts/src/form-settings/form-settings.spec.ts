import { parse } from '@libs/kernel';
import { changedForm, formChangeRule, NEW_FORM } from './form-settings';

const changed = (change: object, current = NEW_FORM) => changedForm(current, parse(formChangeRule, change));
const errorMessage = (change: object): string => {
  try {
    changed(change);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

const NO_EMAIL_FIELD = 'Invalid value for email_field: must be one of hidden, optional, required';

/** form.md 7 */
describe('form settings', () => {
  it('keep absent fields, and can be reset to null', () => {
    expect(changed({})).toEqual(NEW_FORM);
    const all = {
      open: false,
      heading: ' What do you miss? ',
      introduction: 'One line.\r\nAnd\tanother.\n',
      thanks: 'Thanks!\n\nReally.',
      accent: '#0a84ff',
      language: 'pt-BR',
      receipts: false,
    };
    const form = {
      ...all,
      heading: 'What do you miss?',
      introduction: 'One line.\nAnd\tanother.',
      emailField: 'required',
      statusMessages: 'always',
      requireIdentity: true,
    };
    const next = changed({
      ...all,
      email_field: 'required',
      status_messages: 'always',
      require_identity: true,
      slug: 'acme',
    });
    expect(next).toEqual(form);
    const none = { heading: null, introduction: null, thanks: null, accent: null, language: null };
    expect(changed(none, next)).toEqual({ ...form, ...none });
  });

  it('report every error of a change, including read-only fields', () => {
    const invalid = () => changed({ slug: 'admin', heading: ' ', accent: 'red', url: 'https://a.example' });
    const issues = [{ param: 'slug' }, { param: 'heading' }, { param: 'accent' }, { param: 'url' }];
    expect(invalid).toThrow(
      expect.objectContaining({ facts: { issues: issues.map((issue) => expect.objectContaining(issue)) } }),
    );
  });

  it('count lengths in code points', () => {
    expect(changed({ heading: '😀'.repeat(100), introduction: '😀'.repeat(1000) }).open).toBe(true);
    expect(errorMessage({ heading: '😀'.repeat(101) })).toBe(
      'Field is too long: heading (maximum 100 characters)',
    );
    for (const name of ['introduction', 'thanks']) {
      expect(errorMessage({ [name]: 'x'.repeat(1001) })).toBe(
        `Field is too long: ${name} (maximum 1000 characters)`,
      );
    }
  });

  it.each<[object, unknown]>([
    [{ heading: ' ' }, 'Field must not be empty: heading'],
    [{ heading: 'two\nlines' }, 'Field contains invalid characters: heading (line break)'],
    [{ introduction: '\u200b' }, 'Field must not be empty: introduction'],
    [{ introduction: 'a\0b' }, 'Field contains invalid characters: introduction (U+0000)'],
    [{ thanks: 'a\u0007b' }, 'Field contains invalid characters: thanks (U+0007)'],
    [{ thanks: '\ud800' }, 'Field contains invalid characters: thanks (U+D800)'],
    [{ accent: '#ABCDEF' }, 'Invalid value for accent: must be a color in lowercase, such as #3454d1'],
    [{ accent: '#abc' }, 'Invalid value for accent: must be a color in lowercase, such as #3454d1'],
    [{ accent: 'red;}' }, 'Invalid value for accent: must be a color in lowercase, such as #3454d1'],
    [{ accent: '#00ff00\n' }, 'Invalid value for accent: must be a color in lowercase, such as #3454d1'],
    [{ email_field: 'maybe' }, NO_EMAIL_FIELD],
    [{ email_field: '' }, NO_EMAIL_FIELD],
    [{ status_messages: 'maybe' }, 'Invalid value for status_messages: must be one of ask, always, never'],
    [
      { language: 'pt' },
      expect.stringMatching(/^Invalid value for language: must be one of en, ar, .*, zh-Hans$/),
    ],
  ])('reject %j', (change, message) => expect(errorMessage(change)).toEqual(message));
});
