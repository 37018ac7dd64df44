import { DomainError, isEmail, PAGE_MAX, type Actor, type Clock, type NewId } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { FeedbackRepository } from '../items/feedback.ports';
import type { ItemLists } from '../lists/list.ports';
import type { SubmittedFeedback } from '../requests/verified-person';
import {
  FOLLOWED_MAX,
  FOLLOWER_CHANGES,
  type Follower,
  type FollowerChange,
  type NewFollow,
} from './follower';
import type { FollowerEntry, FollowerRepository, StoredMessage } from './follower.ports';
import { isOwn, PERSON_ITEMS_MAX, personItem, type PersonItem } from './person-page';

/** What messages depend on of an account. `receipts`: whether its form sends them. */
export interface FollowedAccount {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly language: string | null;
  readonly receipts: boolean;
  /** Whether its changelog is public. */
  readonly changelog: boolean;
}

/** Makes messages to followers. */
export interface FollowerMail {
  receipt(account: FollowedAccount, follower: Follower, title: string): StoredMessage;
  link(account: FollowedAccount, follower: Follower): StoredMessage;
  changelogConfirmation(account: FollowedAccount, follower: Follower): StoredMessage;
}

const NO_MESSAGE = () => null;

/** Use cases of people who follow items without an account (following.md). */
export class FollowerUseCases {
  constructor(
    private readonly ports: {
      readonly followers: FollowerRepository;
      readonly items: Pick<FeedbackRepository, 'add' | 'findAll'>;
      readonly lists: Pick<ItemLists, 'list'>;
      /** Null without mail. */
      readonly mail: FollowerMail | null;
    },
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly newGeneration: () => string,
  ) {}

  /** Whether people get messages. Otherwise, submissions follow nothing. */
  get hasMail(): boolean {
    return this.ports.mail !== null;
  }

  /**
   * Stores the item of a submission. Its address follows it, unless there is none, or no mail (following.md 2). That of an
   * identity token is confirmed, and follows it without mail, too.
   */
  async addSubmission(
    account: FollowedAccount,
    item: SubmittedFeedback,
    language: string | null,
    by: Actor,
  ): Promise<void> {
    const isFollowed = item.submitter_email !== null && (this.hasMail || item.verified);
    if (!isFollowed) return this.ports.items.add(item, by);
    const follow = this.newFollow(item.submitter_email, language, item.verified);
    await this.ports.followers.addItem(item, by, follow, this.receipt(account, item.title));
  }

  /** The address of a submission that was in quarantine follows its item. */
  async released(account: FollowedAccount, { id, title, submitter_email: email }: Feedback): Promise<void> {
    if (email === null || !this.hasMail) return;
    const follow = this.newFollow(email, null, false);
    await this.ports.followers.follow(account.id, id, follow, this.receipt(account, title));
  }

  /** These people agreed to messages about the item. Sends none. */
  async agreed(accountId: string, itemId: string, emails: readonly string[]): Promise<void> {
    for (const email of emails) {
      const follow = this.agreement(email, null);
      await this.ports.followers.follow(accountId, itemId.toLowerCase(), follow, NO_MESSAGE);
    }
  }

  /** How a person who agreed to messages follows an item. */
  agreement(email: string, language: string | null): NewFollow {
    return this.newFollow(email, language, true);
  }

  /** Stores a new item, which a person follows unless `follow` is null. Sends nothing. */
  async addItem(item: SubmittedFeedback, by: Actor, follow: NewFollow | null): Promise<void> {
    if (follow) await this.ports.followers.addItem(item, by, follow, NO_MESSAGE);
    else await this.ports.items.add(item, by);
  }

  /** Sends the link of a follower, if the address is one, and can get a message (following.md 6). */
  async sendLink(account: FollowedAccount, email: string): Promise<void> {
    const { followers, mail } = this.ports;
    if (!mail || !isEmail(email)) return;
    await followers.addMessage(account.id, email, this.clock(), (follower) => mail.link(account, follower));
  }

  /** The subscription waits until the person confirms it (changelog.md 10). No effect without mail. */
  async askToSubscribe(account: FollowedAccount, email: string, language: string | null): Promise<void> {
    const { followers, mail } = this.ports;
    if (!mail) return;
    await followers.askToSubscribe(account.id, this.newFollow(email, language, false), (follower) =>
      mail.changelogConfirmation(account, follower),
    );
  }

  find(accountId: string, id: string): Promise<Follower | null> {
    return this.ports.followers.find(accountId, id);
  }

  /** @throws DomainError `not_found` if the follower was erased in the meantime */
  async change(accountId: string, id: string, change: FollowerChange): Promise<Follower> {
    const at = this.clock().toISOString();
    const changed = await this.ports.followers.change(accountId, id, (current) =>
      FOLLOWER_CHANGES[change](current, at),
    );
    if (!changed) throw linkInvalid();
    return changed;
  }

  /** Deletes an address of which the person has discarded everything. Returns whether it did. */
  forgetUnused({ accountId, id }: Follower): Promise<boolean> {
    return this.ports.followers.removeUnused(accountId, id);
  }

  /** Turns messages about one item off or on. No effect unless it is on the page of the person. */
  async setStopped(follower: Follower, itemId: string, isStopped: boolean): Promise<void> {
    const now = this.clock().toISOString();
    const id = itemId.toLowerCase();
    if (!(await this.items(follower)).some((item) => item.id === id)) return;
    const stop = { at: isStopped ? now : null, now };
    await this.ports.followers.setStopped(follower.accountId, follower.id, id, stop);
  }

  /** The newest items that the address asks for or follows. */
  async items({ accountId, id, email }: Follower): Promise<readonly PersonItem[]> {
    const { followers, items, lists } = this.ports;
    const query = { requested_by: email, merged: 'include', limit: PERSON_ITEMS_MAX, offset: 0 } as const;
    const asked = (await lists.list(accountId, query)).slice(0, PERSON_ITEMS_MAX);
    const followed = await followers.listItems(accountId, id, FOLLOWED_MAX);
    const byId = new Map(followed.map((one) => [one.feedback_id, one]));
    for (const item of asked) byId.delete(item.id);
    const others = await items.findAll(accountId, [...byId.keys()].slice(0, PERSON_ITEMS_MAX));
    const shown = [...asked, ...others.filter((item) => item !== null)]
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, PERSON_ITEMS_MAX);
    const targets = await this.targetsOf(accountId, shown);
    const sent = await followers.sentTexts(
      accountId,
      shown.filter((item) => isOwn(item, email)).map((item) => item.id),
    );
    return shown.map((item) =>
      personItem(item, email, {
        target: targets.find((target) => target.id === item.merged_into),
        followed: followed.find((one) => one.feedback_id === item.id),
        sent: sent.get(item.id),
      }),
    );
  }

  private async targetsOf(accountId: string, items: readonly Feedback[]): Promise<readonly Feedback[]> {
    const ids = [...new Set(items.flatMap(({ merged_into: target }) => target ?? []))];
    if (ids.length === 0) return [];
    return (await this.ports.items.findAll(accountId, ids)).filter((item) => item !== null);
  }

  /** The title of an item as a visitor sent it; null if it is from elsewhere. */
  async sentTitle(accountId: string, itemId: string): Promise<string | null> {
    return (await this.ports.followers.sentTexts(accountId, [itemId])).get(itemId)?.title ?? null;
  }

  /** Yields pages of all followers with what they follow, for an export of the account. */
  async *all(accountId: string): AsyncGenerator<readonly FollowerEntry[]> {
    for (let after: string | null = null; ;) {
      const page: readonly FollowerEntry[] = await this.ports.followers.listAll(accountId, after, PAGE_MAX);
      yield page;
      if (page.length < PAGE_MAX) return;
      after = page.at(-1)!.follower.id;
    }
  }

  /** Deletes all followers of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.ports.followers.removeAll(accountId);
  }

  private readonly receipt = (account: FollowedAccount, title: string) => (follower: Follower) =>
    account.receipts ? (this.ports.mail?.receipt(account, follower, title) ?? null) : null;

  private newFollow(email: string, language: string | null, isConfirmed: boolean): NewFollow {
    const now = this.clock();
    const generation = this.newGeneration();
    return { email, language, isConfirmed, id: this.newId(now), generation, at: now.toISOString() };
  }
}

/** The error of a link to the page of a person that does not work. */
export const linkInvalid = (): DomainError =>
  new DomainError('not_found', 'link_invalid', 'This link does not work');
