import { EventEmitter } from 'node:events';
import { MemberUseCases, ApiKeyUseCases, SecurityLogUseCases, type SignedIn } from '@libs/accounts';
import {
  anAccount,
  aPerson,
  idAt,
  InMemoryAccountRepository,
  InMemoryApiKeyRepository,
  InMemoryMembershipRepository,
  InMemorySecurityLog,
} from '@libs/accounts/testing';
import {
  FeedbackUseCases,
  NoteUseCases,
  QuarantineUseCases,
  RequestUseCases,
  SubmitterUseCases,
} from '@libs/feedback';
import {
  InMemoryChangelogRepository,
  InMemoryFeedbackRepository,
  InMemoryFollowerRepository,
  InMemoryWaitingVoteRepository,
  InMemoryIdempotencyRepository,
  InMemoryNoteRepository,
  InMemoryQuarantineRepository,
  InMemorySubmitterRepository,
  CAN_NOTIFY,
  NO_STORAGE_LIMIT,
} from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountExport } from './account-export';
import { AccountExportController } from './account-export.controller';
import { PublicUrls } from '../config';
import { SubmittersController } from '../submitters/submitters.controller';
import type { Author } from '../http/requester';
import { JsonDownloads } from '../http/responses/json-downloads';

/** A response whose client reads nothing. */
function unread() {
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy: jest.fn(),
    setTimeout: jest.fn(),
  });
  const reply = { raw, type: () => reply, header: () => reply, send: () => reply } as unknown as FastifyReply;
  return { raw, reply };
}
const settled = () => new Promise((next) => setImmediate(next));

/** dashboard.md 8, dashboard.md 14 */
describe('exports of an account and of a submitter', () => {
  const clock = () => new Date('2026-03-03T10:00:00Z');
  const items = new InMemoryFeedbackRepository();
  const quarantine = new InMemoryQuarantineRepository(items);
  const log = new SecurityLogUseCases(new InMemorySecurityLog(), clock, idAt, () => {});
  const downloads = new JsonDownloads({ stallMs: 1_000 });
  const account = anAccount();
  const ids = { accountId: account.id, personId: account.id, sessionId: account.id };
  const person = aPerson({ id: account.id });
  const state = { isReauthenticated: false, mustSetUpSecondFactor: false };
  const member: SignedIn = { ...ids, account, person, role: 'owner', ...state };
  const by: Author = { accountId: account.id, actor: SYSTEM, requester: SYSTEM, mayWrite: true };

  const ofAccount = (reply: FastifyReply) => {
    const accounts = new AccountExport(
      {
        members: new MemberUseCases(
          { memberships: new InMemoryMembershipRepository(new InMemoryAccountRepository()) },
          clock,
          idAt,
        ),
        keys: new ApiKeyUseCases(new InMemoryApiKeyRepository(new InMemoryAccountRepository()), clock, idAt),
        feedback: new FeedbackUseCases(
          { items, lists: items, tags: items.tags, storage: NO_STORAGE_LIMIT, assertCanNotify: CAN_NOTIFY },
          clock,
          idAt,
        ),
        quarantine: new QuarantineUseCases(quarantine, clock, idAt, NO_STORAGE_LIMIT),
        notes: new NoteUseCases(
          {
            notes: new InMemoryNoteRepository(items),
            writes: new InMemoryIdempotencyRepository(items),
            findMentioned: async (_, texts) => texts.map(() => []),
            storage: NO_STORAGE_LIMIT,
          },
          clock,
          idAt,
        ),
        requests: new RequestUseCases(items.requests, clock, idAt, NO_STORAGE_LIMIT),
        followers: { all: async function* () {} },
        statusMessages: { all: async function* () {} },
        changelog: { all: async function* () {} },
      },
      new PublicUrls('http://localhost'),
    );
    const controller = new AccountExportController(accounts, downloads, log);
    return controller.download(member, by, { method: 'GET' } as FastifyRequest, reply);
  };
  const ofSubmitter = (reply: FastifyReply) => {
    const followers = new InMemoryFollowerRepository(items);
    const submitters = new SubmitterUseCases(
      new InMemorySubmitterRepository(items, quarantine, new InMemoryChangelogRepository(items)),
      followers,
      new InMemoryWaitingVoteRepository(items, followers, items.requests),
      clock,
    );
    const controller = new SubmittersController(submitters, downloads, log);
    return controller.export(member, by, { body: { email: 'grace@example.com' } } as FastifyRequest, reply);
  };

  it.each([
    ['of a submitter', ofSubmitter, ofAccount],
    ['of the account', ofAccount, ofSubmitter],
  ])('one at a time: %s', async (_, running, next) => {
    const { raw, reply } = unread();
    await running(reply);
    for (const second of [running, next]) {
      await expect(second(unread().reply)).rejects.toMatchObject({ code: 'export_in_progress' });
    }
    raw.emit('close');
    await settled();
    const after = unread();
    await next(after.reply);
    after.raw.emit('close');
    await settled();
  });
});
