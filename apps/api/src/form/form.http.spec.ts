import { submissionOf, widgetSubmissionOf } from './form.http';

/** form.md 2 */
describe.each([
  ['the form', submissionOf],
  ['the widget', widgetSubmissionOf],
])('a submission of %s', (_, read) => {
  const inputOf = (fields: object) => read({ title: 'T', ...fields }, 'optional').input;

  it('has no control and invisible characters in its title', () => {
    const title = '\tDark\tmode\u0000\u200b\u001b \u202e=\r\nnow\u2028';
    expect(inputOf({ title }).title).toBe('Dark mode = now');
  });

  it('has no control characters in its description, except tabs and line breaks', () => {
    const description = 'a\u0000\tb\r\nc\u001b\u009f\n می\u200cخواهم';
    expect(inputOf({ description }).description).toBe('a\tb\r\nc\n می\u200cخواهم');
  });

  it('has no invisible characters in its email address', () => {
    expect(inputOf({ submitter_email: '\u200b\u202aada@exam\u00adple.com\u202c\t' }).submitter_email).toBe(
      'ada@example.com',
    );
  });

  it('has no field in which nothing is left', () => {
    const input = inputOf({ submitter_email: '\u200b', description: '\u0000' });
    expect(input.submitter_email ?? null).toBeNull();
    expect(input.description ?? null).toBeNull();
  });

  it('needs a title with a visible character', () => {
    const issue = { code: expect.stringMatching(/^(missing_required_field|empty_value)$/), param: 'title' };
    for (const title of ['\t', '\u200b\u0000'])
      expect(() => read({ title }, 'optional')).toThrow(
        expect.objectContaining({
          facts: expect.objectContaining({ issues: [expect.objectContaining(issue)] }),
        }),
      );
  });

  it.each([null, 'text', ['title'], { title: 7 }])('%j is invalid', (raw) => {
    expect(() => read(raw, 'optional')).toThrow(expect.objectContaining({ kind: 'validation' }));
  });
});
