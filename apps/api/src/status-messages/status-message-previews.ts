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
  changelog_at: null,
  changelog_asked_at: null,
  generation: '',
  messages: [],
  created_at: '',
};

/** Shows members what people will be told (status-messages.md 6). */
export class StatusMessagePreviews {
  constructor(private readonly tools: PreviewTools) {}

  /** `mail` is null if no item has another status than before. */
  async preview({ account }: SignedIn, request: Valid<PreviewRequest>) {
    const { audience, content } = await this.toldBy(account, request, NO_ONE.email);
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
    const { content } = await this.toldBy(account, request, person.email);
    if (content) await outbox.add([composer.compose(account.id, content)]);
    return { to: content && person.email };
  }

  private async toldBy(account: Account, request: Valid<PreviewRequest>, to: string) {
    const items = (await this.tools.messages.changedItems(account.id, request)).map(({ item }) => item);
    const ids = items.map(({ id }) => id);
    const { recipients, ...counted } = await this.tools.messages.audience(account.id, ids);
    const languages = languagesOf(counted, account);
    const language = request.language ?? languages[0]?.language ?? account.form.language;
    const content = items[0] ? this.contentOf(account, request, { item: items[0], language, to }) : null;
    return { audience: { recipients, languages }, content };
  }

  /** The links lead to the page that asks for an address: that of a person opens with a token. */
  private contentOf(
    account: Account,
    { message }: Valid<PreviewRequest>,
    {
      item,
      language,
      to,
    }: { readonly item: Feedback; readonly language: string | null; readonly to: string },
  ) {
    const { mail, publicUrl } = this.tools;
    if (!mail) return null;
    const content = mail.contentOf(followedAccount(account), {
      item,
      status: item.status,
      message: message ?? null,
      follower: { ...NO_ONE, language },
      ownTitle: isFromVisitor(item) ? item.title : null,
    });
    const url = `${publicUrl}/f/${account.slug}/me?lang=${content.parameters.language}`;
    return { ...content, to, parameters: { ...content.parameters, url }, unsubscribeUrl: url };
  }
}

const isFromVisitor = ({ source }: Pick<Feedback, 'source'>) => source === 'form' || source === 'widget';

/** People without a language get messages in that of the account. */
function languagesOf({ languages }: Pick<Audience, 'languages'>, { form }: Account) {
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
