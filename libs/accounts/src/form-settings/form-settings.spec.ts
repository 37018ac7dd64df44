import { changedForm, NEW_FORM, type FormChange } from './form-settings';
import { Input } from '../input';

const changed = (change: FormChange) => {
  const input = new Input();
  const form = changedForm(input, NEW_FORM, change);
  input.refuse();
  return form;
};
const refusal = (change: FormChange): string => {
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
  it('keep what a change does not name, and go back to null', () => {
    expect(changed({})).toEqual(NEW_FORM);
    const all: FormChange = {
      open: false,
      heading: ' What do you miss? ',
      introduction: 'One line.\r\nAnd another.',
      thanks: 'Thanks!\n\nReally.',
      accent: '#0a84ff',
      emailField: 'required',
    };
    const form = { ...all, heading: 'What do you miss?', introduction: 'One line.\nAnd another.' };
    expect(changed(all)).toEqual(form);
    const input = new Input();
    const none = { heading: null, introduction: null, thanks: null, accent: null };
    expect(changedForm(input, changed(all), none)).toEqual({ ...form, ...none });
  });

  it('count code points', () => {
    expect(changed({ heading: '😀'.repeat(100), introduction: '😀'.repeat(1000) }).open).toBe(true);
    expect(refusal({ heading: '😀'.repeat(101) })).toBe(
      'Field is too long: heading (maximum 100 characters)',
    );
    for (const name of ['introduction', 'thanks']) {
      expect(refusal({ [name]: 'x'.repeat(1001) })).toBe(
        `Field is too long: ${name} (maximum 1000 characters)`,
      );
    }
  });

  it.each<[FormChange, string]>([
    [{ heading: ' ' }, 'Field must not be empty: heading'],
    [{ heading: 'two\nlines' }, 'Field contains invalid characters: heading'],
    [{ introduction: '\u200b' }, 'Field must not be empty: introduction'],
    [{ introduction: 'a\0b' }, 'Field contains invalid characters: introduction'],
    [{ thanks: 'a\u0007b' }, 'Field contains invalid characters: thanks'],
    [{ thanks: '\ud800' }, 'Field contains invalid characters: thanks'],
    [{ accent: '#ABCDEF' }, 'Invalid value for accent: must be a colour in lower case, such as #3454d1'],
    [{ accent: '#abc' }, 'Invalid value for accent: must be a colour in lower case, such as #3454d1'],
    [{ accent: 'red;}' }, 'Invalid value for accent: must be a colour in lower case, such as #3454d1'],
    [{ accent: '#00ff00\n' }, 'Invalid value for accent: must be a colour in lower case, such as #3454d1'],
    [{ emailField: 'maybe' as 'hidden' }, NO_EMAIL_FIELD],
    [{ emailField: '' as 'hidden' }, NO_EMAIL_FIELD],
  ])('refuse %j', (change, message) => expect(refusal(change)).toBe(message));
});
