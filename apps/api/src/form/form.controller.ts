import { Controller, Get, Header, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
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
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, jsonOf, Maybe, Required } from '../http/body';
import { mediaTypeOf } from '../http/media-type';
import { ForVisitor } from '../http/routes';
import { FormLimit } from './form-limit';
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
const FIELDS = ['title', 'description', 'submitter_email'];
const NONE_READ_ONLY = { names: [], verb: 'set' } as const;

/** `/f/<slug>`: how end users give feedback (SPEC, item 3; API.md 1.11a). */
@Controller('f')
export class FormController {
  constructor(
    private readonly accounts: AccountUseCases,
    private readonly feedback: FeedbackUseCases,
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
  @UseGuards(FormLimit)
  @HttpCode(201)
  async submit(
    @Param('slug') slug: string,
    @Query('source') marker: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = await this.openForm(slug);
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
      await this.feedback.submit(
        account.id,
        bodyOf(FormBody, given(values), NONE_READ_ONLY) as NewFeedback,
        source,
      );
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'validation') throw error;
      reply.code(400).type(HTML);
      return formPage(account, { values, issues: error.facts.issues ?? [] });
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
    if (!account.formOpen) throw new DomainError('gone', 'form_closed', 'This form is closed');
    return account;
  }
}

/** The fields of the form as they were typed; others are ignored, since browser extensions add some. */
function typedIn(bytes: unknown): Record<string, string> {
  const sent = new URLSearchParams(Buffer.isBuffer(bytes) ? bytes.toString('utf8') : '');
  // A browser sends every line break of a text area as CR LF (HTML, "constructing the entry list").
  return Object.fromEntries(FIELDS.map((name) => [name, (sent.get(name) ?? '').replaceAll('\r\n', '\n')]));
}

/** A browser sends what was left empty as an empty text: that is nothing given. */
const given = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
