import type { PasswordResetUseCases } from '@libs/accounts';
import { Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';
import type { SessionIssuer } from '../sign-in/session-issuer';
import { EmailLinksController } from './email-links.controller';

/** mail.md 4 */
describe('POST password-reset', () => {
  const requested: string[] = [];
  let isAdmitted: boolean;
  let reset: Promise<void>;
  const limits = { admitsPasswordReset: async () => isAdmitted };
  const controller = new EmailLinksController(
    { request: (email: string) => (requested.push(email), reset) } as PasswordResetUseCases,
    undefined as never,
    undefined as never,
    { limits } as unknown as SessionIssuer,
    { SMTP_URL: 'smtp://mail.example' } as Config,
  );
  const request = (email: string) =>
    controller.requestReset({ body: { email }, ip: '::1' } as FastifyRequest);
  const response = { data: { valid_minutes: 60 } };
  beforeEach(() => {
    requested.length = 0;
    isAdmitted = true;
  });

  it('does not wait for what a known email address causes', async () => {
    reset = new Promise(() => {});
    expect(await request(' ada@example.com ')).toEqual(response);
    expect(requested).toEqual(['ada@example.com']);
  });

  it('sends nothing after too many requests, with the same response', async () => {
    isAdmitted = false;
    expect(await request('ada@example.com')).toEqual(response);
    expect(requested).toEqual([]);
  });

  it('logs an error, without the email address, with the same response', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    reset = Promise.reject(new Error('no database'));
    expect(await request('ada@example.com')).toEqual(response);
    await reset.catch(() => {});
    expect(warn.mock.calls).toEqual([['Could not send a password reset: no database']]);
    warn.mockRestore();
  });
});
