import { Controller, Get, Header, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Account } from '@libs/accounts';
import { STANDARD_ACCENT, type Data, type FormTokenResponse } from '@libs/contract';
import type { ShownCard, Source } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonOf } from '../http/body';
import { mediaTypeOf } from '../http/media-type';
import { ForVisitor } from '../http/routes';
import { URLENCODED } from '../http/requests/urlencoded';
import { assetUrl } from '../http/assets';
import { directionOf } from '../languages/language';
import { readerOf } from '../languages/reader';
import { FormTools } from './form-tools';
import { bookmark, storeSubmission } from './store-submission';
import { formErrorPage, FormClosed } from './form-errors';
import { widgetWords } from './form-messages';
import { submissionOf, typedSubmission, widgetError, widgetSubmissionOf } from './form.http';
import { formPath, policyOf } from '../visitor-pages/frame';
import { redirectTo, visitedAccount } from '../visitor-pages/visitor-account';
import { closeCardsPage, formPage, thanksText, thanksPage, type FormState } from './form.page';
import { FORM_STYLE } from './form.style';
import { PREVIEW_POLICY, widgetPreview } from './widget-preview';

const BODY_LIMIT = 65_536;
const HTML = 'text/html; charset=utf-8';

/** `/f/<slug>`: pages and submissions of the form (form.md 1, form.md 2). */
@Controller('f')
export class FormController {
  constructor(private readonly tools: FormTools) {}

  @Get(':slug')
  @ForVisitor({ errorPage: formErrorPage })
  @Header('content-type', HTML)
  async show(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = await this.form(slug, request);
    if (slug !== account.slug) return redirectTo(formPath(account), request, reply);
    assertFormOpen(account);
    return this.page(account, { token: this.tools.spamFilter.token(account.id) }, request, reply);
  }

  @Get(':slug/thanks')
  @ForVisitor({ errorPage: formErrorPage })
  @Header('content-type', HTML)
  async thanks(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = await this.form(slug, request);
    if (slug !== account.slug) return redirectTo(`${formPath(account)}/thanks`, request, reply);
    reply.header('content-security-policy', policyOf(FORM_STYLE, account.form.accent));
    return thanksPage(account, readerOf(request));
  }

  /** With a link to bookmark (following.md 7). */
  @Get(':slug/thanks/:token')
  @ForVisitor({ errorPage: formErrorPage })
  @Header('content-type', HTML)
  async thanksWithLink(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = await this.form(slug, request);
    reply.header('content-security-policy', policyOf(FORM_STYLE, account.form.accent));
    const isValid = this.tools.following.tokens.readItem(account.id, token) !== null;
    return thanksPage(account, readerOf(request), isValid ? `${formPath(account)}/me/${token}` : null);
  }

  /** The widget preview of the dashboard. Also works for a closed form, because the widget reports that. */
  @Get(':slug/widget')
  @ForVisitor({ errorPage: formErrorPage })
  @Header('content-type', HTML)
  async widget(
    @Param('slug') slug: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const account = await this.form(slug, request);
    reply.header('content-security-policy', PREVIEW_POLICY);
    return widgetPreview(account.slug, query);
  }

  /** A token for JSON submissions, and a challenge if one is required. */
  @Get(':slug/token')
  @ForVisitor()
  async token(@Param('slug') slug: string, @Req() request: FastifyRequest): Promise<Data<FormTokenResponse>> {
    const account = await this.openForm(slug, request).catch((error: unknown) => {
      throw widgetError(error, readerOf(request));
    });
    const reader = readerOf(request);
    const { token, validFrom, waitMs, expiresAt, challenge } = await this.tools.spamFilter.issueToken(
      account.id,
      request.ip,
    );
    const { emailField, accent } = account.form;
    return {
      data: {
        token,
        valid_from: validFrom.toISOString(),
        wait_ms: waitMs,
        expires_at: expiresAt.toISOString(),
        email_field: emailField,
        accent: accent ?? STANDARD_ACCENT,
        thanks: thanksText(account, reader),
        thanks_heading: reader.texts.thanksHeading,
        language: reader.language,
        direction: directionOf(reader.language),
        words: widgetWords(reader, emailField),
        challenge,
      },
    };
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
    const account = await this.openForm(slug, request);
    const source: Source = marker === 'widget' ? 'widget' : 'form';
    if (mediaTypeOf(request) === URLENCODED) return this.submitPage(account, request, source, reply);
    const read = source === 'widget' ? widgetSubmissionOf : submissionOf;
    try {
      await this.tools.submissions.count(request.ip, account.id);
      const submission = read(jsonOf(request.body), account.form.emailField);
      const id = await storeSubmission(this.tools, account, submission, source, request);
      const page = source === 'form' ? bookmark(this.tools, account, id, 'me', request) : null;
      return { data: { id, ...(page !== null && { page }) } };
    } catch (error) {
      throw source === 'widget' ? widgetError(error, readerOf(request)) : error;
    }
  }

  /** Without JavaScript: redirects to the thank-you page, or shows the form again with the messages. */
  private async submitPage(account: Account, request: FastifyRequest, source: Source, reply: FastifyReply) {
    await this.tools.submissions.count(request.ip, account.id);
    const { send_anyway: sendAnyway, submitter_email, ...others } = typedSubmission(request.body);
    const { emailField } = account.form;
    const typed =
      emailField === 'hidden' ? others : { ...others, ...(submitter_email && { submitter_email }) };
    let id: string;
    try {
      const submission = submissionOf(typed, emailField);
      const close = sendAnyway ? [] : await this.closeCards(account, submission.input.title);
      if (close.length > 0) {
        reply
          .code(200)
          .type(HTML)
          .header('content-security-policy', policyOf(FORM_STYLE, account.form.accent));
        return closeCardsPage(account, close, typed, readerOf(request));
      }
      id = await storeSubmission(this.tools, account, submission, source, request);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'validation') throw error;
      reply.code(400).type(HTML);
      const token = this.tools.spamFilter.tokenForRetry(account.id, typed.form_token);
      return this.page(account, { token, typed, issues: error.facts.issues }, request, reply);
    }
    const thanks = `${formPath(account)}/thanks${readerOf(request).query}`;
    reply.code(303).header('location', bookmark(this.tools, account, id, 'thanks', request) ?? thanks);
    return undefined;
  }

  private async closeCards({ id, publicPages }: Account, title: string): Promise<readonly ShownCard[]> {
    return publicPages.roadmap ? this.tools.cards.close(id, publicPages.statuses, title) : [];
  }

  private page(account: Account, state: FormState, request: FastifyRequest, reply: FastifyReply): string {
    reply.header('content-security-policy', policyOf(FORM_STYLE, account.form.accent));
    return formPage(
      account,
      {
        ...state,
        script: assetUrl('src/form/form.ts'),
        hasBookmark: !this.tools.following.followers.hasMail,
      },
      readerOf(request),
    );
  }

  private form(slug: string, request: FastifyRequest): Promise<Account> {
    return visitedAccount(this.tools.accounts, slug, request);
  }

  private async openForm(slug: string, request: FastifyRequest): Promise<Account> {
    return assertFormOpen(await this.form(slug, request));
  }
}

function assertFormOpen(account: Account): Account {
  if (!account.form.open) throw new FormClosed(account.name);
  return account;
}
