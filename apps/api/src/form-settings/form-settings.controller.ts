import { Controller, Get, Patch, Req } from '@nestjs/common';
import {
  AccountSettingsUseCases,
  ApiKeyUseCases,
  formChangeRule,
  formJson,
  type Account,
  type SignedIn,
} from '@libs/accounts';
import type { Data, FirstSteps, FormSettings } from '@libs/contract';
import type { FastifyRequest } from 'fastify';
import { PublicUrls } from '../config';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';

/** Settings of the account's form, and the first steps that a new account has completed. */
@Controller('app/api')
export class FormSettingsController {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly keys: ApiKeyUseCases,
    private readonly urls: PublicUrls,
  ) {}

  @Get('form')
  @ForMember('form.manage')
  show(@SignedInMember() { account }: SignedIn): Data<FormSettings> {
    return this.settingsOf(account);
  }

  @Patch('form')
  @ForMember('form.manage', { consumes: ['application/json'] })
  async change(
    @By() { accountId, requester: by }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<FormSettings>> {
    return this.settingsOf(await this.settings.changeForm(accountId, readBody(formChangeRule, body), by));
  }

  @Get('first-steps')
  @ForMember('read')
  async firstSteps(@SignedInMember() { accountId, account }: SignedIn): Promise<{ data: FirstSteps }> {
    const keys = await this.keys.list(accountId);
    return {
      data: {
        form_used: account.formUsedAt !== null,
        key_created: keys.length > 0,
        key_used: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
      },
    };
  }

  private settingsOf(account: Account): Data<FormSettings> {
    return { data: formJson(account, this.urls.form(account.slug)) };
  }
}
