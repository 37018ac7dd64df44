import { storageLimitReached } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { serviceUnavailable } from '../http/errors';
import { formErrorPage, FormClosed } from './form-errors';

const request = (body: string, url = '/f/acme?source=x') =>
  ({ url, body: Buffer.from(body), headers: {} }) as unknown as FastifyRequest;

/** form.md 3 */
describe('formErrorPage', () => {
  it.each([
    [
      429,
      new DomainError('rate_limit', 'rate_limit_exceeded', 'm', { retryAfter: 90 }),
      'Try again in 90 seconds.',
    ],
    [409, storageLimitReached(), 'It can’t accept feedback at the moment.'],
    [503, serviceUnavailable(), 'Try again in 5 seconds.'],
    [500, new DomainError('internal', 'internal_error', 'm'), 'We couldn’t process your request.'],
  ])('returns the input in a form that can be sent again after %i', (status, error, sentence) => {
    const page = formErrorPage(
      error,
      status,
      request('title=A+%3Cb%3E&submitter_email=a%40b.co&form_token=tok'),
    );
    expect(page).toContain(sentence);
    expect(page).toContain('<form class="card" method="post" action="/f/acme"');
    expect(page).toContain('value="A &lt;b&gt;"');
    expect(page).toContain('value="a@b.co"');
    expect(page).toContain('name="form_token" value="tok"');
  });

  it('has no form if the body is empty or unreadable', () => {
    for (const body of ['', 'title=%ff']) {
      expect(formErrorPage(serviceUnavailable(), 503, request(body))).not.toContain('<form');
    }
  });

  it('shows the input as text for a closed form', () => {
    const page = formErrorPage(new FormClosed('<Acme>'), 410, request('title=A&description=%3CB%3E'));
    expect(page).toContain('&lt;Acme&gt; isn’t accepting feedback right now.');
    expect(page).toContain('A\n\n&lt;B&gt;');
    expect(page).not.toContain('<form');
  });

  it('posts only to the same origin', () => {
    const page = formErrorPage(
      serviceUnavailable(),
      503,
      request('title=A', 'http://evil.example//evil"><b>'),
    );
    expect(page).toContain('action="/evil&quot;&gt;&lt;b&gt;"');
  });
});
