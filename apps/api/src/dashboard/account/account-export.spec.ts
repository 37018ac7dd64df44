import { SYSTEM } from '@libs/kernel';
import { EventEmitter } from 'node:events';
import { ApiKeyUseCases, SecurityLogUseCases, type SignedIn } from '@libs/accounts';
import {
  anAccount,
  idAt,
  InMemoryAccountRepository,
  InMemoryApiKeyRepository,
  InMemorySecurityLog,
} from '@libs/accounts/testing';
import { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import { InMemoryFeedbackRepository, InMemoryQuarantineRepository } from '@libs/feedback/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExportTimeouts } from '../../feedback/export/export-output';
import { AccountExport } from './account-export';
import { AccountExportController } from './account-export.controller';
import { FormAddress } from '../form-settings/form-settings.http';

const clock = () => new Date('2026-03-03T10:00:00Z');

function signedIn(): SignedIn {
  const account = anAccount();
  const ids = { accountId: account.id, ownerId: account.id, sessionId: account.id };
  return { ...ids, account, email: 'ada@example.com', isReauthenticated: false };
}

function accountExport(): AccountExport {
  const items = new InMemoryFeedbackRepository();
  return new AccountExport(
    new ApiKeyUseCases(new InMemoryApiKeyRepository(new InMemoryAccountRepository()), clock, idAt),
    new FeedbackUseCases(items, clock, idAt),
    new QuarantineUseCases(new InMemoryQuarantineRepository(items), clock, idAt),
    new FormAddress('http://localhost'),
  );
}

describe('AccountExport', () => {
  it('rejects a second export of the same account while one is running', async () => {
    const exports = accountExport();
    const owner = signedIn();
    const running = exports.write(owner);
    await running.next();
    await expect(exports.write(owner).next()).rejects.toMatchObject({ code: 'export_in_progress' });
    expect((await exports.write(signedIn()).next()).done).toBe(false);
    await running.return(undefined);
    expect((await exports.write(owner).next()).done).toBe(false);
  });

  it('ends when the client disconnects before it reads anything', async () => {
    const exports = accountExport();
    const owner = signedIn();
    const raw = Object.assign(new EventEmitter(), { destroyed: false, setTimeout: () => {} });
    const reply = {
      raw,
      type: () => reply,
      header: () => reply,
      send: () => reply,
    } as unknown as FastifyReply;
    const log = new InMemorySecurityLog();
    const securityLog = new SecurityLogUseCases(log, clock, idAt, () => {});
    const controller = new AccountExportController(exports, new ExportTimeouts(), securityLog);
    await controller.download(owner, SYSTEM, { method: 'GET' } as FastifyRequest, reply);
    await expect(exports.write(owner).next()).rejects.toMatchObject({ code: 'export_in_progress' });
    raw.emit('close');
    await new Promise((next) => setImmediate(next));
    expect((await exports.write(owner).next()).done).toBe(false);
  });
});
