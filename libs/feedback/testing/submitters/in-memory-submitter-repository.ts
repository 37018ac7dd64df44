import {
  ERASED,
  TITLE_MAX,
  DESCRIPTION_MAX,
  ENTRY_TEXT_MAX,
  PUBLIC_TEXT_MAX,
  isSubmission,
  type ChangelogEntry,
  type Feedback,
  type FeedbackRequest,
  type ItemErasure,
  type ItemLink,
  type QuarantinedFeedback,
  type SubmitterCounts,
  type SubmitterEntry,
  type SubmitterEvent,
  type SubmitterHistoryEntry,
  type SubmitterNote,
  type SubmitterRepository,
} from '../../src';
import type { InMemoryChangelogRepository } from '../changelog/in-memory-changelog-repository';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import type { InMemoryQuarantineRepository } from '../quarantine/in-memory-quarantine-repository';

type Texts = Pick<Feedback, 'title' | 'description' | 'submitter_email'> &
  Partial<Pick<Feedback, 'links' | 'public' | 'context'>>;

/** In-memory adapter for unit tests, without notes, events, history, and stored responses. Passes the same contract tests as PostgreSQL. */
export class InMemorySubmitterRepository implements SubmitterRepository {
  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly entries: InMemoryQuarantineRepository,
    private readonly changelogEntries: InMemoryChangelogRepository,
  ) {}

  async findItems(accountId: string, email: string): Promise<readonly string[]> {
    const items = await this.items.list(accountId, { limit: Infinity, offset: 0, merged: 'include' });
    return items
      .filter((item) => has(item, email))
      .map(({ id }) => id)
      .sort();
  }

  async listItems(accountId: string, ids: readonly string[]): Promise<readonly Feedback[]> {
    return (await this.items.findAll(accountId, ids)).filter((item) => item !== null);
  }

  async *quarantined(accountId: string, email: string): AsyncGenerator<readonly QuarantinedFeedback[]> {
    const entries = await this.entries.list(accountId, { limit: Infinity });
    yield entries.filter((entry) => has(entry, email)).toReversed();
  }

  async *events(): AsyncGenerator<readonly SubmitterEvent[]> {}

  async *notes(): AsyncGenerator<readonly SubmitterNote[]> {}

  async *changelog(accountId: string, email: string): AsyncGenerator<readonly SubmitterEntry[]> {
    yield (await this.changelogOf(accountId, email)).map(({ id, title, text, published_at, created_at }) => ({
      id,
      title,
      text,
      published_at,
      created_at,
    }));
  }

  private async changelogOf(accountId: string, email: string): Promise<readonly ChangelogEntry[]> {
    const all = await this.changelogEntries.list(accountId, { limit: Infinity });
    const pattern = patternOf(email);
    return all
      .filter(({ title, text }) => [title, text].some((one) => one.search(pattern) >= 0))
      .toReversed();
  }

  async *history(): AsyncGenerator<readonly SubmitterHistoryEntry[]> {}

  async *requests(accountId: string, email: string): AsyncGenerator<readonly FeedbackRequest[]> {
    yield (await this.stored(accountId)).filter((request) => mentions(request, email));
  }

  /** Stored requests, those of submissions without the address of the item. */
  private async stored(accountId: string): Promise<readonly FeedbackRequest[]> {
    const all = await this.items.requests.listAll(accountId, null, Infinity);
    return all.map((request) => (isSubmission(request) ? { ...request, email: null } : request));
  }

  async eraseRequests(accountId: string, email: string, { deletes, by }: ItemErasure): Promise<number> {
    const found = (await this.stored(accountId)).filter((request) => mentions(request, email));
    for (const request of found) {
      const isOwn = request.email?.toLowerCase() === email.toLowerCase();
      if (isOwn && deletes) await this.items.requests.remove(accountId, request.feedback_id, request.id, by);
      else this.items.requests.replace(erasedRequest(request, email, isOwn), by);
    }
    return found.length;
  }

  async countResponses(): Promise<number> {
    return 0;
  }

  async eraseItems(
    accountId: string,
    email: string,
    ids: readonly string[],
    { deletes, at, by }: ItemErasure,
  ): Promise<number> {
    const items = (await this.listItems(accountId, ids)).filter((item) => has(item, email));
    for (const { id } of items) {
      const current = (await this.items.find(accountId, id))!;
      if (deletes && isOf(current, email)) await this.items.remove(accountId, current.id, 'any', by);
      else {
        if (isOf(current, email)) this.items.requests.forgetSubmission(current);
        const updated_at = at > current.updated_at ? at : current.updated_at;
        const item = { ...current, ...erased(current, email), updated_at, version: current.version + 1 };
        this.items.store(item);
        this.items.record(accountId, { kind: 'updated', actor: by, at, item, previous: item });
      }
    }
    this.items.regroup(accountId, this.items.groupsOf(accountId).recounted(), { at, by });
    return items.length;
  }

  async eraseRest(accountId: string, email: string): Promise<Omit<SubmitterCounts, 'items' | 'requests'>> {
    let quarantined = 0;
    for await (const entries of this.quarantined(accountId, email)) {
      for (const { id } of entries) if (await this.entries.remove(accountId, id)) quarantined++;
    }
    const changelog = await this.changelogOf(accountId, email);
    for (const entry of changelog)
      this.changelogEntries.store({
        ...entry,
        title: entry.title.replace(patternOf(email), ERASED).slice(0, TITLE_MAX),
        text: entry.text.replace(patternOf(email), ERASED).slice(0, ENTRY_TEXT_MAX),
      });
    return { quarantined, notes: 0, changelog: changelog.length, events: 0, history: 0, responses: 0 };
  }
}

const isOf = ({ submitter_email }: Texts, email: string) =>
  submitter_email?.toLowerCase() === email.toLowerCase();

function has(texts: Texts, email: string): boolean {
  const { title, description, links = [], public: card, context = null } = texts;
  const pattern = patternOf(email);
  return (
    isOf(texts, email) ||
    [
      title,
      description ?? '',
      ...links.map(linkText),
      card?.title ?? '',
      card?.text ?? '',
      JSON.stringify(context),
    ].some((text) => text.search(pattern) >= 0)
  );
}

const linkText = ({ url, title }: ItemLink) => `${url} ${title}`;

function erased(texts: Feedback, email: string): Texts {
  const pattern = patternOf(email);
  const card = texts.public;
  return {
    title: texts.title.replace(pattern, ERASED).slice(0, TITLE_MAX),
    description: texts.description?.replace(pattern, ERASED).slice(0, DESCRIPTION_MAX) ?? null,
    submitter_email: isOf(texts, email) ? null : texts.submitter_email,
    links: texts.links.filter((link) => linkText(link).search(pattern) < 0),
    public: card && {
      ...card,
      title: card.title.replace(pattern, ERASED).slice(0, TITLE_MAX),
      text: card.text?.replace(pattern, ERASED).slice(0, PUBLIC_TEXT_MAX) ?? null,
    },
    context: isOf(texts, email) || JSON.stringify(texts.context).search(pattern) >= 0 ? null : texts.context,
  };
}

const textsOf = ({ email, name, company, quote, link }: FeedbackRequest) => [
  email,
  name,
  company,
  quote,
  link,
];
const mentions = (request: FeedbackRequest, email: string): boolean =>
  textsOf(request).some((text) => (text ?? '').search(patternOf(email)) >= 0);

function erasedRequest(request: FeedbackRequest, email: string, isOwn: boolean): FeedbackRequest {
  const pattern = patternOf(email);
  const text = (value: string | null) => value?.replace(pattern, ERASED) ?? null;
  return {
    ...request,
    company: text(request.company),
    ...(isOwn
      ? { email: null, name: null, quote: null, link: null }
      : {
          name: text(request.name),
          quote: text(request.quote),
          link: request.link?.match(pattern) ? null : request.link,
        }),
  };
}

const ALNUM = '[0-9A-Za-z\\u00C0-\\u024F]';
const patternOf = (email: string) =>
  new RegExp(
    `(?:(?<=[.]{2})|(?<!${ALNUM}[._%+-]*))${email.replace(/[\\.*+?^$|(){}[\]/]/g, '\\$&')}(?!-*${ALNUM}|[.]${ALNUM})`,
    'giu',
  );
