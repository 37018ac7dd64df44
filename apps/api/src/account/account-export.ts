import {
  accountJson,
  apiKeyJson,
  formJson,
  publicPagesJson,
  memberJson,
  type ApiKeyUseCases,
  type MemberUseCases,
  type SignedIn,
} from '@libs/accounts';
import {
  entryJson,
  exportedNoteJson,
  followerJson,
  statusMessageJson,
  type StatusMessageUseCases,
  feedbackJson,
  PAGE_MAX,
  positionOf,
  quarantinedJson,
  requestJson,
  type ChangelogUseCases,
  type Feedback,
  type FeedbackUseCases,
  type FollowerUseCases,
  type NoteUseCases,
  type Position,
  type QuarantinedFeedback,
  type QuarantineUseCases,
  type RequestUseCases,
} from '@libs/feedback';
import { jsonElements } from '@libs/kernel';
import type { PublicUrls } from '../config';
import { clock } from '../clock';

/** Writes all data of an account as one JSON document. */
export class AccountExport {
  constructor(
    private readonly data: {
      readonly members: Pick<MemberUseCases, 'list'>;
      readonly keys: ApiKeyUseCases;
      readonly feedback: FeedbackUseCases;
      readonly quarantine: QuarantineUseCases;
      readonly notes: NoteUseCases;
      readonly requests: RequestUseCases;
      readonly followers: Pick<FollowerUseCases, 'all'>;
      readonly statusMessages: Pick<StatusMessageUseCases, 'all'>;
      readonly changelog: Pick<ChangelogUseCases, 'all'>;
    },
    private readonly urls: PublicUrls,
  ) {}

  /** Returns the parts of the document. */
  async *write(member: SignedIn): AsyncGenerator<string> {
    yield `${JSON.stringify(await this.head(member)).slice(0, -1)},"feedback":[`;
    yield* jsonElements(this.items(member.accountId), feedbackJson);
    yield '],"quarantine":[';
    yield* jsonElements(this.quarantined(member.accountId), quarantinedJson);
    yield '],"notes":[';
    yield* jsonElements(this.data.notes.all(member.accountId), exportedNoteJson);
    yield '],"requests":[';
    yield* jsonElements(this.data.requests.all(member.accountId), requestJson);
    yield '],"followers":[';
    yield* jsonElements(this.data.followers.all(member.accountId), ({ follower, items, votes }) =>
      followerJson(follower, items, votes),
    );
    yield '],"status_messages":[';
    yield* jsonElements(this.data.statusMessages.all(member.accountId), statusMessageJson);
    yield '],"changelog":[';
    const formUrl = this.urls.form(member.account.slug);
    yield* jsonElements(this.data.changelog.all(member.accountId), (entry) => entryJson(entry, formUrl));
    yield ']}\n';
  }

  private async head({ accountId, account }: SignedIn) {
    const now = clock();
    const { members } = await this.data.members.list(accountId);
    const keys = await this.data.keys.list(accountId);
    return {
      exported_at: now.toISOString(),
      account: accountJson(account),
      members: members.map(memberJson),
      form: formJson(account, this.urls.form(account.slug)),
      public_pages: publicPagesJson(account.publicPages),
      keys: keys.map((key) => apiKeyJson(key, now)),
    };
  }

  /** Yields pages of all items, newest first. */
  private async *items(accountId: string): AsyncGenerator<readonly Feedback[]> {
    for (let after: Position | undefined, hasMore = true; hasMore;) {
      const query = { limit: PAGE_MAX, offset: 0, after, merged: 'include' } as const;
      const page = await this.data.feedback.list(accountId, query);
      yield page.items;
      ({ hasMore } = page);
      if (hasMore) after = positionOf(page.items.at(-1)!);
    }
  }

  private async *quarantined(accountId: string): AsyncGenerator<readonly QuarantinedFeedback[]> {
    for (let after: string | undefined, hasMore = true; hasMore;) {
      const page = await this.data.quarantine.list(accountId, { limit: PAGE_MAX, after });
      yield page.items;
      ({ hasMore } = page);
      after = page.items.at(-1)?.id;
    }
  }
}
