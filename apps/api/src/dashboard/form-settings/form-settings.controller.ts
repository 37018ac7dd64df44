import { Controller, Get, Patch, Req } from '@nestjs/common';
import { AccountSettingsUseCases, ApiKeyUseCases, type EmailField, type SignedIn } from '@libs/accounts';
import type { FirstSteps } from '@libs/contract';
import { booleanRule, nullable, objectRule, optional, stringRule } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { ForOwner } from '../../http/routes';
import { SignedInOwner } from '../dashboard-pipeline';
import { FormAddress } from './form-settings.http';

const formChangeRule = objectRule(
  {
    slug: optional(stringRule),
    open: optional(booleanRule),
    heading: optional(nullable(stringRule)),
    introduction: optional(nullable(stringRule)),
    thanks: optional(nullable(stringRule)),
    accent: optional(nullable(stringRule)),
    email_field: optional(stringRule),
  },
  { readOnly: { names: ['url', 'aliases'], verb: 'updated' } },
);

/** How the account's form looks, where it stands and whether it is open; and what a new owner has done so far. */
@Controller('app/api')
export class FormSettingsController {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly keys: ApiKeyUseCases,
    private readonly address: FormAddress,
  ) {}

  @Get('form')
  @ForOwner()
  show(@SignedInOwner() { account }: SignedIn) {
    return { data: this.address.formJson(account) };
  }

  @Patch('form')
  @ForOwner({ consumes: ['application/json'] })
  async change(@SignedInOwner() { accountId }: SignedIn, @Req() request: FastifyRequest) {
    const { email_field: emailField, ...others } = readBody(formChangeRule, request.body);
    const account = await this.settings.changeForm(accountId, {
      ...others,
      emailField: emailField as EmailField | undefined,
    });
    return { data: this.address.formJson(account) };
  }

  @Get('first-steps')
  @ForOwner()
  async firstSteps(@SignedInOwner() { accountId, account }: SignedIn): Promise<{ data: FirstSteps }> {
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
