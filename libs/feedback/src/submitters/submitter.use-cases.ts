import { jsonElements, type Actor, type Clock } from '@libs/kernel';
import { FOLLOWED_MAX, followerJson } from '../followers/follower';
import type { FollowerRepository } from '../followers/follower.ports';
import { isOwn, ownItemJson } from '../followers/person-page';
import { feedbackJson, type Feedback } from '../items/feedback';
import { quarantinedJson } from '../quarantine/quarantine';
import { addressOf, requestJson, type FeedbackRequest } from '../requests/request';
import type { WaitingVoteRepository } from '../votes/waiting-vote.ports';
import type { SubmitterCounts } from './submitter';
import type { SubmitterRepository } from './submitter.ports';

/** Items per transaction. It must end in 10 seconds, also if each item repeats the email address a thousand times. */
const CHUNK_SIZE = 100;

export interface ErasureOptions {
  readonly deletes: boolean;
  readonly by: Actor;
  /** Ends early at this time. The caller then repeats the request. */
  readonly until?: Date;
  readonly onProgress?: (items: number) => void;
}

export interface Erasure extends SubmitterCounts {
  /** False if it ended early. */
  readonly isComplete: boolean;
}

/** Exports and erases everything about a submitter's email address (dashboard.md 14). */
export class SubmitterUseCases {
  constructor(
    private readonly submitters: SubmitterRepository,
    private readonly followers: Pick<
      FollowerRepository,
      'findByEmail' | 'listItems' | 'removeByEmail' | 'sentTexts'
    >,
    private readonly waiting: Pick<WaitingVoteRepository, 'list' | 'removeByEmail'>,
    private readonly clock: Clock,
  ) {}

  async count(accountId: string, email: string): Promise<SubmitterCounts> {
    let [requests, quarantined, notes, changelog, events, history] = [0, 0, 0, 0, 0, 0];
    const { length: items } = await this.submitters.findItems(accountId, email);
    for await (const page of this.submitters.requests(accountId, email)) requests += page.length;
    for await (const page of this.submitters.quarantined(accountId, email)) quarantined += page.length;
    for await (const page of this.submitters.notes(accountId, email)) notes += page.length;
    for await (const page of this.submitters.changelog(accountId, email)) changelog += page.length;
    for await (const page of this.submitters.events(accountId, email)) events += page.length;
    for await (const page of this.submitters.history(accountId, email)) history += page.length;
    const responses = await this.submitters.countResponses(accountId, email);
    return { items, requests, quarantined, notes, changelog, events, history, responses };
  }

  /** Erases the email address. Data that is written in the meantime may keep it, so call it again to be sure. */
  async erase(
    accountId: string,
    email: string,
    { deletes, by, until, onProgress }: ErasureOptions,
  ): Promise<Erasure> {
    let items = 0;
    // First, so that no vote becomes a request after requests are erased.
    await this.waiting.removeByEmail(accountId, email);
    for (const ids of chunksOf(await this.submitters.findItems(accountId, email))) {
      const erasure = { deletes, by, at: this.clock().toISOString() };
      items += await this.submitters.eraseItems(accountId, email, ids, erasure);
      onProgress?.(items);
      if (until && this.clock() >= until) return { ...NOTHING, items, isComplete: false };
    }
    const erasure = { deletes, by, at: this.clock().toISOString() };
    const requests = await this.submitters.eraseRequests(accountId, email, erasure);
    const rest = await this.submitters.eraseRest(accountId, email);
    await this.followers.removeByEmail(accountId, email);
    return { items, requests, ...rest, isComplete: true };
  }

  /** Returns the parts of a JSON document with everything that is stored about the email address. */
  async *export(accountId: string, email: string): AsyncGenerator<string> {
    const following = await this.following(accountId, email);
    const head = { exported_at: this.clock().toISOString(), email, following };
    yield `${JSON.stringify(head).slice(0, -1)},"feedback":[`;
    yield* jsonElements(this.items(accountId, email), feedbackJson);
    yield '],"requests":[';
    yield* jsonElements(this.submitters.requests(accountId, email), requestJson);
    yield '],"quarantine":[';
    yield* jsonElements(this.submitters.quarantined(accountId, email), quarantinedJson);
    yield '],"notes":[';
    yield* jsonElements(this.submitters.notes(accountId, email), (note) => note);
    yield '],"changelog":[';
    yield* jsonElements(this.submitters.changelog(accountId, email), (entry) => entry);
    yield '],"events":[';
    yield* jsonElements(this.submitters.events(accountId, email), (event) => event);
    yield '],"history":[';
    yield* jsonElements(this.submitters.history(accountId, email), (entry) => entry);
    yield ']}\n';
  }

  /** Returns the parts of a JSON document with what the person with the address may see (following.md 5). */
  async *exportForPerson(accountId: string, email: string): AsyncGenerator<string> {
    const following = await this.following(accountId, email);
    const head = { exported_at: this.clock().toISOString(), email, following };
    const own = async function* (pages: AsyncIterable<readonly Feedback[]>) {
      for await (const page of pages) yield page.filter((item) => isOwn(item, email.toLowerCase()));
    };
    const asked = async function* (pages: AsyncIterable<readonly FeedbackRequest[]>) {
      for await (const page of pages)
        yield page.filter((request) => addressOf(request) === email.toLowerCase());
    };
    yield `${JSON.stringify(head).slice(0, -1)},"feedback":[`;
    const { followers } = this;
    const withTexts = async function* (pages: AsyncIterable<readonly Feedback[]>) {
      for await (const page of pages) {
        const sent = await followers.sentTexts(
          accountId,
          page.map(({ id }) => id),
        );
        yield page.map((item) => ownItemJson(item, sent.get(item.id)));
      }
    };
    yield* jsonElements(withTexts(own(this.items(accountId, email))), (item) => item);
    yield '],"requests":[';
    yield* jsonElements(asked(this.submitters.requests(accountId, email)), ownRequestJson);
    yield ']}\n';
  }

  private async following(accountId: string, email: string) {
    const follower = await this.followers.findByEmail(accountId, email);
    if (!follower) return null;
    const items = await this.followers.listItems(accountId, follower.id, FOLLOWED_MAX);
    return followerJson(follower, items, await this.waiting.list(accountId, follower.id));
  }

  private async *items(accountId: string, email: string) {
    for (const ids of chunksOf(await this.submitters.findItems(accountId, email))) {
      yield await this.submitters.listItems(accountId, ids);
    }
  }
}

/** `value` is what the account says of the company. */
function ownRequestJson(request: FeedbackRequest) {
  const { value: _, ...others } = requestJson(request);
  return others;
}

const NOTHING: SubmitterCounts = {
  items: 0,
  requests: 0,
  quarantined: 0,
  notes: 0,
  changelog: 0,
  events: 0,
  history: 0,
  responses: 0,
};

function* chunksOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let i = 0; i < ids.length; i += CHUNK_SIZE) yield ids.slice(i, i + CHUNK_SIZE);
}
