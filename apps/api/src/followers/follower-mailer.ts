import {
  LANGUAGES,
  type Language,
  type MailComposer,
  type MailContent,
  type MailKind,
  type MailParameters,
} from '@libs/accounts';
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
    const parameters = { ...this.parameters(account, follower), title, isConfirmed };
    return this.compose(account, follower, 'receipt', parameters);
  }

  link(account: FollowedAccount, follower: Follower): StoredMessage {
    return this.compose(account, follower, 'follow_link', this.parameters(account, follower));
  }

  voteConfirmation(account: FollowedAccount, follower: Follower, titles: readonly string[]): StoredMessage {
    const parameters = { ...this.parameters(account, follower), titles };
    return this.compose(account, follower, 'vote_confirmation', parameters);
  }

  changelogConfirmation(account: FollowedAccount, follower: Follower): StoredMessage {
    return this.compose(account, follower, 'changelog_confirmation', this.parameters(account, follower));
  }

  /** What followers and subscribers are told (changelog.md 10). */
  entryUpdate(
    account: FollowedAccount,
    { id, title, text: markdown }: ToldEntry,
  ): (follower: Follower) => StoredMessage {
    const text = this.startOfText(markdown, ENTRY_TEXT_SHOWN);
    return (follower) => {
      const parameters = this.parameters(account, follower);
      const page = `${this.publicUrl}/f/${account.slug}/changelog/${id}?lang=${parameters.language}`;
      const entryUrl = account.changelog ? page : null;
      return this.compose(account, follower, 'changelog_entry', { ...parameters, title, text, entryUrl });
    };
  }

  statusUpdate(account: FollowedAccount, told: Told): StoredMessage {
    return this.composer.compose(account.id, this.statusUpdateOf(account, told));
  }

  /** What a follower is told (status-messages.md 4). */
  statusUpdateOf(account: FollowedAccount, { item, status, message, follower, ownTitle }: Told) {
    const parameters = this.parameters(account, follower);
    const card = `${this.publicUrl}/f/${account.slug}/items/${item.id}?lang=${parameters.language}`;
    return this.contentOf(account, follower, 'status_update', {
      ...parameters,
      itemId: item.id,
      title: ownTitle ?? item.public?.title ?? null,
      status,
      message,
      cardUrl: item.public && card,
    });
  }

  private compose<K extends MailKind>(
    account: FollowedAccount,
    follower: Follower,
    kind: K,
    parameters: MailParameters[K],
  ): StoredMessage {
    return this.composer.compose(account.id, this.contentOf(account, follower, kind, parameters));
  }

  private contentOf<K extends MailKind>(
    account: FollowedAccount,
    follower: Follower,
    kind: K,
    parameters: MailParameters[K],
  ): MailContent<K> {
    const unsubscribeUrl = `${this.urlOf(account, follower)}/no-mail`;
    return { kind, to: follower.email, parameters, unsubscribeUrl };
  }

  private parameters(account: FollowedAccount, follower: Follower) {
    const language = languageOf(follower.language) ?? languageOf(account.language) ?? 'en';
    return { account: account.name, url: `${this.urlOf(account, follower)}?lang=${language}`, language };
  }

  private urlOf = ({ slug }: FollowedAccount, follower: Follower): string =>
    `${this.publicUrl}/f/${slug}/me/${this.tokens.of(follower)}`;
}

const languageOf = (tag: string | null): Language | null => LANGUAGES.find((one) => one === tag) ?? null;
