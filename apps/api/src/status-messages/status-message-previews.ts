import {
  LANGUAGES,
  type Account,
  type Language,
  type MailContent,
  type MailComposer,
  type MailOutbox,
  type SignedIn,
} from '@libs/accounts';
import type {
  Audience,
  Feedback,
  FollowedAccount,
  Follower,
  StatusMessageUseCases,
  Told,
} from '@libs/feedback';
import { DomainError, type Valid } from '@libs/kernel';
import type { AddressLimit } from '../http/address-limit';
import { followedAccount } from '../visitor-pages/followed-account';
import type { PreviewRequest } from './asked-messages.controller';

type Rendered = Readonly<Record<'subject' | 'text' | 'html', string>>;

interface PreviewTools {
  readonly messages: StatusMessageUseCases;
  /** Null without mail. */
  readonly mail: {
    /** What a follower is told. */
    readonly contentOf: (account: FollowedAccount, told: Told) => MailContent<'status_update'>;
    readonly render: (content: MailContent) => Rendered;
    readonly composer: MailComposer;
    readonly outbox: Pick<MailOutbox, 'add'>;
  } | null;
  readonly publicUrl: string;
  /** Of tests (rate-limits.md 7). */
  readonly limit: AddressLimit;
}

const NO_ONE: Follower = {
  accountId: '',
  id: '00000000-0000-0000-0000-000000000000',
  email: 'person@example.com',
  language: null,
  confirmed_at: null,
  no_mail_at: null,
  generation: '',
  messages: [],
  created_at: '',
};

/** Shows members what people will be told (status-messages.md 6). */
export class StatusMessagePreviews {
  constructor(private readonly tools: PreviewTools) {}

  /** `mail` is null if no item has another status than before. */
  async preview({ account }: SignedIn, request: Valid<PreviewRequest>) {
    const audience = await this.audience(account, request);
    const content = await this.contentOf(account, request, audience, NO_ONE.email);
    if (!content) return { ...audience, mail: null };
    const { subject, text, html } = this.tools.mail!.render(content);
    return { ...audience, mail: { subject, text, html } };
  }

  /** @throws DomainError `permission` without mail or a confirmed address, `rate_limit` */
  async send({ account, person }: SignedIn, request: Valid<PreviewRequest>, ip: string) {
    this.tools.messages.assertMail();
    if (!person.emailConfirmedAt) throw emailUnconfirmed();
    await this.tools.limit.count(ip, person.id);
    const { composer, outbox } = this.tools.mail!;
    const audience = await this.audience(account, request);
    const content = await this.contentOf(account, request, audience, person.email);
    if (content) await outbox.add([composer.compose(account.id, content)]);
    return { to: content && person.email };
  }

  private async audience(account: Account, request: Valid<PreviewRequest>) {
    const changed = await this.tools.messages.changedItems(account.id, request);
    const audience = await this.tools.messages.audience(
      account.id,
      changed.map(({ item }) => item.id),
    );
    return { recipients: audience.recipients, languages: languagesOf(audience, account) };
  }

  /** The links lead to the page that asks for an address: that of a person opens with a token. */
  private async contentOf(
    account: Account,
    request: Valid<PreviewRequest>,
    { languages }: { readonly languages: readonly { readonly language: Language }[] },
    to: string,
  ) {
    const [first] = await this.tools.messages.changedItems(account.id, request);
    const { mail, publicUrl } = this.tools;
    if (!first || !mail) return null;
    const language = request.language ?? languages[0]?.language ?? account.form.language;
    const content = mail.contentOf(followedAccount(account), {
      item: first.item,
      status: first.item.status,
      message: request.message ?? null,
      follower: { ...NO_ONE, language },
      ownTitle: isFromVisitor(first.item) ? first.item.title : null,
    });
    const url = `${publicUrl}/f/${account.slug}/me?lang=${content.parameters.language}`;
    return { ...content, to, parameters: { ...content.parameters, url }, unsubscribeUrl: url };
  }
}

const isFromVisitor = ({ source }: Pick<Feedback, 'source'>) => source === 'form' || source === 'widget';

/** People without a language get messages in that of the account. */
function languagesOf({ languages }: Audience, { form }: Account) {
  const counts = new Map<Language, number>();
  for (const { language, recipients } of languages) {
    const known = LANGUAGES.find((one) => one === (language ?? form.language)) ?? 'en';
    counts.set(known, (counts.get(known) ?? 0) + recipients);
  }
  return [...counts]
    .map(([language, recipients]) => ({ language, recipients }))
    .sort((one, other) => other.recipients - one.recipients);
}

export const emailUnconfirmed = (): DomainError =>
  new DomainError(
    'permission',
    'email_unconfirmed',
    'Confirm your email address first: the link is in a message that was sent to it',
  );
