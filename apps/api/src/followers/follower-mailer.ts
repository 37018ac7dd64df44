import { LANGUAGES, type Language, type MailComposer } from '@libs/accounts';
import type {
  ConfirmationMail,
  FollowedAccount,
  Follower,
  FollowerMail,
  StatusUpdateMail,
  StoredMessage,
  Told,
} from '@libs/feedback';
import type { FollowTokens } from '../visitor-pages/follow-token';

/** Composes messages to people who follow items (following.md 3). */
export class FollowerMailer implements FollowerMail, ConfirmationMail, StatusUpdateMail {
  constructor(
    private readonly composer: MailComposer,
    private readonly tokens: FollowTokens,
    private readonly publicUrl: string,
  ) {}

  receipt(account: FollowedAccount, follower: Follower, title: string): StoredMessage {
    const isConfirmed = follower.confirmed_at !== null;
    const parameters = { ...this.parameters(account, follower), title, isConfirmed };
    const unsubscribeUrl = this.unsubscribeUrl(account, follower);
    return this.composer.compose(account.id, {
      kind: 'receipt',
      to: follower.email,
      parameters,
      unsubscribeUrl,
    });
  }

  link(account: FollowedAccount, follower: Follower): StoredMessage {
    const parameters = this.parameters(account, follower);
    const unsubscribeUrl = this.unsubscribeUrl(account, follower);
    return this.composer.compose(account.id, {
      kind: 'follow_link',
      to: follower.email,
      parameters,
      unsubscribeUrl,
    });
  }

  voteConfirmation(account: FollowedAccount, follower: Follower, titles: readonly string[]): StoredMessage {
    const parameters = { ...this.parameters(account, follower), titles };
    const unsubscribeUrl = this.unsubscribeUrl(account, follower);
    return this.composer.compose(account.id, {
      kind: 'vote_confirmation',
      to: follower.email,
      parameters,
      unsubscribeUrl,
    });
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

  private parameters(account: FollowedAccount, follower: Follower) {
    const language = languageOf(follower.language) ?? languageOf(account.language) ?? 'en';
    return { account: account.name, url: `${this.urlOf(account, follower)}?lang=${language}`, language };
  }

  private unsubscribeUrl = (account: FollowedAccount, follower: Follower): string =>
    `${this.urlOf(account, follower)}/no-mail`;

  private urlOf = ({ slug }: FollowedAccount, follower: Follower): string =>
    `${this.publicUrl}/f/${slug}/me/${this.tokens.of(follower)}`;
}

const languageOf = (tag: string | null): Language | null => LANGUAGES.find((one) => one === tag) ?? null;
