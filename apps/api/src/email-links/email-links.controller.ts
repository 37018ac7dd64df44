import { Controller, HttpCode, Inject, Logger, Post, Req, Res } from '@nestjs/common';
import { EmailChangeUseCases, PASSWORD_RESET_SECONDS, PasswordResetUseCases } from '@libs/accounts';
import type { ConfirmedEmail, PasswordResetRequested } from '@libs/contract';
import { DomainError, objectRule, required, stringRule, VISITOR } from '@libs/kernel';
import { EndpointUseCases } from '@libs/webhooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG } from '../shared.module';
import type { Config } from '../config';
import { readBody } from '../http/body';
import { requesterOf } from '../http/requester';
import { ForSignedOut } from '../http/routes';
import { onceAMinute } from '../once-a-minute';
import { SessionIssuer } from '../sign-in/session-issuer';

const resetRule = objectRule({ email: required(stringRule) });
const newPasswordRule = objectRule({ token: required(stringRule), password: required(stringRule) });
const tokenRule = objectRule({ token: required(stringRule) });

const LINK_MINUTES = PASSWORD_RESET_SECONDS / 60;

/** What people do with links that they get by mail (mail.md 4, mail.md 5). */
@Controller('app/api')
export class EmailLinksController {
  private readonly warn = onceAMinute((error: Error) =>
    new Logger(EmailLinksController.name).warn(`Could not send a password reset: ${error.message}`),
  );

  constructor(
    private readonly resets: PasswordResetUseCases,
    private readonly emailChanges: EmailChangeUseCases,
    private readonly endpoints: EndpointUseCases,
    private readonly issuer: SessionIssuer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Doesn't wait, because the time of the response must not reveal whether the email address has an account. */
  @Post('password-reset')
  @HttpCode(202)
  @ForSignedOut({ consumes: ['application/json'] })
  async requestReset(@Req() { body, ip }: FastifyRequest): Promise<{ data: PasswordResetRequested }> {
    if (this.config.SMTP_URL === undefined) throw mailOff();
    const email = readBody(resetRule, body).email.trim();
    if (await this.issuer.limits.admitsPasswordReset(email, ip)) {
      this.resets.request(email).catch(this.warn);
    }
    return { data: { valid_minutes: LINK_MINUTES } };
  }

  /** Signs no one in, so that sign-in can ask for more than the password. */
  @Post('password-reset/confirm')
  @HttpCode(200)
  @ForSignedOut({ consumes: ['application/json'] })
  async resetPassword(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: ConfirmedEmail }> {
    const { token, password } = readBody(newPasswordRule, request.body);
    await this.issuer.limits.emailLink.count(request.ip);
    const by = requesterOf(VISITOR, request);
    const { email, recovered } = await this.resets.confirm(token, password, by);
    for (const accountId of recovered) await this.endpoints.disableAll(accountId, by);
    this.issuer.devices.remember(email, request, reply);
    return { data: { email } };
  }

  @Post('confirm-email')
  @HttpCode(200)
  @ForSignedOut({ consumes: ['application/json'] })
  async confirmEmail(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: ConfirmedEmail }> {
    const { token } = readBody(tokenRule, request.body);
    await this.issuer.limits.emailLink.count(request.ip);
    const signedIn = await this.issuer.current(request);
    const email = await this.emailChanges.confirm(
      token,
      signedIn?.personId ?? null,
      requesterOf(VISITOR, request),
    );
    this.issuer.devices.remember(email, request, reply);
    return { data: { email } };
  }
}

const mailOff = () =>
  new DomainError(
    'permission',
    'mail_not_configured',
    'This service sends no mail. Ask your administrator to reset your password.',
  );
