import { parse } from '@libs/kernel';
import { aFeedback } from '../../testing';
import { submittedBy, verifiedPersonRule } from './verified-person';

const NO_CLAIMS = { email: null, name: null, company: null, value: null, locale: null };

/** identity.md 1 */
describe('verifiedPersonRule', () => {
  it('reads what a token says about the person, and ignores the rest', () => {
    const person = { email: 'ada@example.com', name: 'Ada', company: 'Acme', value: 12.5, locale: 'de' };
    expect(parse(verifiedPersonRule, { ...person, aud: 'acme', role: 'admin' })).toEqual(person);
    expect(parse(verifiedPersonRule, { email: null })).toEqual(NO_CLAIMS);
  });

  it.each([{ email: 'ada' }, { name: '' }, { company: 'x'.repeat(101) }, { value: -1 }, { locale: 5 }])(
    'rejects %j',
    (claims) => {
      expect(() => parse(verifiedPersonRule, claims)).toThrow();
    },
  );
});

/** identity.md 5 */
describe('submittedBy', () => {
  it('replaces the address, and confirms the submission', () => {
    const item = aFeedback({ submitter_email: 'typed@example.com' });
    const person = { ...NO_CLAIMS, email: 'ada@example.com', company: 'Acme', value: 1200 };
    const submitted = submittedBy(person, item);
    expect(submitted).toMatchObject({
      submitter_email: 'ada@example.com',
      verified: true,
      request_value: 1200,
    });
    expect(submitted.submission).toMatchObject({
      id: item.id,
      feedback_id: item.id,
      email: 'ada@example.com',
      company: 'Acme',
      value: 1200,
      verified: true,
      confirmed_at: item.created_at,
    });
  });

  it('keeps no address that nothing proves', () => {
    const item = aFeedback({ submitter_email: 'typed@example.com' });
    expect(submittedBy(NO_CLAIMS, item)).toMatchObject({ submitter_email: null, request_count: 1 });
  });
});
