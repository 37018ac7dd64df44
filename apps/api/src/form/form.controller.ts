import { isUtf8 } from 'node:buffer';
import {
  applyDecorators,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { AccountUseCases, type Account } from '@libs/accounts';
import {
  descriptionRule,
  FeedbackUseCases,
  submitterEmailRule,
  titleRule,
  type NewFeedback,
  type Source,
} from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressLimit } from '../http/address-limit';
import { bodyOf, jsonOf, Maybe, Required } from '../http/body';
import { mediaTypeOf } from '../http/media-type';
import { invalidEncoding } from '../http/refusals';
import { ForVisitor } from '../http/routes';
import { formErrorPage, formPage, thanksPage } from './form.page';

const BODY_LIMIT = 65_536;
const URLENCODED = 'application/x-www-form-urlencoded';
const HTML = 'text/html; charset=utf-8';

/** What a visitor may send; anything else is unknown, and `status` is not theirs to set. */
export class FormBody {
  @Required(titleRule) title!: string;
  @Maybe(descriptionRule) description?: string | null;
  @Maybe(submitterEmailRule) submitter_email?: string | null;
}

/** A browser sends every line break of a text area as CR LF, and what was left empty as an empty text. */
const Typed = () =>
  applyDecorators(
    Expose(),
    Transform(({ value }) => (value as string | undefined)?.replaceAll('\r\n', '\n') || undefined),
  );

/** The same fields as a browser without JavaScript sends them. */
class TypedForm {
  @Typed() title?: string;
  @Typed() description?: string;
  @Typed() submitter_email?: string;
}
const NONE_READ_ONLY = { names: [], verb: 'set' } as const;

/** `/f/<slug>`: how end users give feedback (SPEC, item 3; API.md 1.11a). */
@Controller('f')
export class FormController {
  constructor(
    private readonly accounts: AccountUseCases,
    private readonly feedback: FeedbackUseCases,
    private readonly submissions: AddressLimit,
  ) {}

  @Get(':slug')
  @ForVisitor({ errorPage: formErrorPage })
  @Header('content-type', HTML)
  async show(@Param('slug') slug: string) {
    return formPage(await this.openForm(slug));
  }

  @Get(':slug/thanks')
  @ForVisitor({ errorPage: formErrorPage })
  @Header('content-type', HTML)
  async thanks(@Param('slug') slug: string) {
    return thanksPage(await this.form(slug));
  }

  @Post(':slug')
  @ForVisitor({ consumes: ['application/json', URLENCODED], bodyLimit: BODY_LIMIT, errorPage: formErrorPage })
  @HttpCode(201)
  async submit(
    @Param('slug') slug: string,
    @Query('source') marker: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = await this.openForm(slug);
    await this.submissions.count(request.ip, slug);
    const source: Source = marker === 'widget' ? 'widget' : 'form';
    if (mediaTypeOf(request) === URLENCODED) return this.submitPage(account, request.body, source, reply);
    const input = bodyOf(FormBody, jsonOf(request.body), NONE_READ_ONLY);
    const { id } = await this.feedback.submit(account.id, input, source);
    return { data: { id } };
  }

  /** Without JavaScript: on to the thank-you page, or the same page again with each message beside its field. */
  private async submitPage(account: Account, bytes: unknown, source: Source, reply: FastifyReply) {
    const values = typedIn(bytes);
    try {
      await this.feedback.submit(account.id, bodyOf(FormBody, values, NONE_READ_ONLY) as NewFeedback, source);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'validation') throw error;
      reply.code(400).type(HTML);
      return formPage(account, { values: { ...values }, issues: error.facts.issues ?? [] });
    }
    reply.code(303).header('location', `/f/${account.slug}/thanks`);
    return undefined;
  }

  private async form(slug: string): Promise<Account> {
    try {
      return await this.accounts.findBySlug(slug);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      throw new DomainError('not_found', 'form_not_found', 'Form not found');
    }
  }

  private async openForm(slug: string): Promise<Account> {
    const account = await this.form(slug);
    if (!account.form.open) throw new DomainError('gone', 'form_closed', 'This form is closed');
    return account;
  }
}

/**
 * The fields of the form as they were typed; others are ignored, since browser extensions add some.
 * @throws DomainError `invalid_encoding`: URLSearchParams would silently put U+FFFD for what is not UTF-8
 */
function typedIn(bytes: unknown): TypedForm {
  if (!Buffer.isBuffer(bytes)) return new TypedForm();
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes) || !isDecodable(text)) throw invalidEncoding();
  return plainToInstance(TypedForm, Object.fromEntries(new URLSearchParams(text)), {
    excludeExtraneousValues: true,
  });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
