import { Controller, Get, Patch, Req } from '@nestjs/common';
import { AccountSettingsUseCases, ApiKeyUseCases, formChangeRule, type SignedIn } from '@libs/accounts';
import type { FirstSteps } from '@libs/contract';
import type { Requester } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { RequestingMember, SignedInMember } from '../http/requester';
import { formJson, FormUrls } from './form-settings.http';

/** Settings of the account's form, and the first steps that a new account has completed. */
@Controller('app/api')
export class FormSettingsController {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly keys: ApiKeyUseCases,
    private readonly forms: FormUrls,
  ) {}

  @Get('form')
  @ForMember('form.manage')
  show(@SignedInMember() { account }: SignedIn) {
    return { data: formJson(account, this.forms) };
  }

  @Patch('form')
  @ForMember('form.manage', { consumes: ['application/json'] })
  async change(
    @SignedInMember() { accountId }: SignedIn,
    @RequestingMember() by: Requester,
    @Req() { body }: FastifyRequest,
  ) {
    const account = await this.settings.changeForm(accountId, readBody(formChangeRule, body), by);
    return { data: formJson(account, this.forms) };
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
}
