import { LANGUAGES, type Language, type MailComposer, type MailParameters } from '@libs/accounts';
import type {
  ConfirmationMail,
  FollowedAccount,
  Follower,
  FollowerMail,
  StoredMessage,
  Told,
  ToldEntry,
  UpdateMail,
} from '@libs/feedback';
import type { FollowTokens } from '../visitor-pages/follow-token';

/** Code points of the text of an entry in messages. */
const ENTRY_TEXT_SHOWN = 2_000;

/** Composes messages to people who follow items, or subscribe to the changelog (following.md 3, changelog.md 10). */
export class FollowerMailer implements FollowerMail, ConfirmationMail, UpdateMail {
  constructor(
    private readonly composer: MailComposer,
    private readonly tokens: FollowTokens,
    private readonly publicUrl: string,
    /** The start of a text in Markdown, as lines without marks. */
    private readonly startOfText: (text: string, max: number) => string,
  ) {}

  receipt(account: FollowedAccount, follower: Follower, title: string): StoredMessage {
    const isConfirmed = follower.confirmed_at !== null;
    return this.compose(account, follower, 'receipt', { title, isConfirmed });
  }

  link(account: FollowedAccount, follower: Follower): StoredMessage {
    return this.compose(account, follower, 'follow_link', {});
  }

  voteConfirmation(account: FollowedAccount, follower: Follower, titles: readonly string[]): StoredMessage {
    return this.compose(account, follower, 'vote_confirmation', { titles });
  }

  changelogConfirmation(account: FollowedAccount, follower: Follower): StoredMessage {
    return this.compose(account, follower, 'changelog_confirmation', {});
  }

  /** What followers and subscribers are told (changelog.md 10). */
  entryUpdate(account: FollowedAccount, entry: ToldEntry): (follower: Follower) => StoredMessage {
    const { title } = entry;
    const text = this.startOfText(entry.text, ENTRY_TEXT_SHOWN);
    const page = `${this.publicUrl}/f/${account.slug}/changelog/${entry.id}`;
    return (follower) => {
      const entryUrl = account.changelog ? `${page}?lang=${languageFor(account, follower)}` : null;
      return this.compose(account, follower, 'changelog_entry', { title, text, entryUrl });
    };
  }

  statusUpdate(account: FollowedAccount, told: Told): StoredMessage {
    return this.composer.compose(account.id, this.statusUpdateOf(account, told));
  }

  /** What a follower is told (status-messages.md 4). */
  statusUpdateOf(account: FollowedAccount, { item, status, message, follower, ownTitle }: Told) {
    const { url, ...parameters } = this.parameters(account, follower);
    const card = `${this.publicUrl}/f/${account.slug}/items/${item.id}?lang=${parameters.language}`;
    return {
      kind: 'status_update' as const,
      to: follower.email,
      parameters: {
        ...parameters,
        url,
        itemId: item.id,
        title: ownTitle ?? item.public?.title ?? null,
        status,
        message,
        cardUrl: item.public && card,
      },
      unsubscribeUrl: this.unsubscribeUrl(account, follower),
    };
  }

  private compose<
    K extends 'receipt' | 'follow_link' | 'vote_confirmation' | 'changelog_confirmation' | 'changelog_entry',
  >(
    account: FollowedAccount,
    follower: Follower,
    kind: K,
    more: Omit<MailParameters[K], 'account' | 'url' | 'language'>,
  ): StoredMessage {
    const parameters = { ...this.parameters(account, follower), ...more } as unknown as MailParameters[K];
    const unsubscribeUrl = this.unsubscribeUrl(account, follower);
    return this.composer.compose(account.id, { kind, to: follower.email, parameters, unsubscribeUrl });
  }

  private parameters(account: FollowedAccount, follower: Follower) {
    const language = languageFor(account, follower);
    return { account: account.name, url: `${this.urlOf(account, follower)}?lang=${language}`, language };
  }

  private unsubscribeUrl = (account: FollowedAccount, follower: Follower): string =>
    `${this.urlOf(account, follower)}/no-mail`;

  private urlOf = ({ slug }: FollowedAccount, follower: Follower): string =>
    `${this.publicUrl}/f/${slug}/me/${this.tokens.of(follower)}`;
}

const languageFor = (account: FollowedAccount, follower: Follower): Language =>
  languageOf(follower.language) ?? languageOf(account.language) ?? 'en';

const languageOf = (tag: string | null): Language | null => LANGUAGES.find((one) => one === tag) ?? null;
