import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Clock } from '@libs/kernel';
import {
  MailComposer,
  type ClaimedMessage,
  type MailContent,
  type MailOutbox,
  type MailSeal,
  type OutboxMessage,
} from '../../src';
import { idAt } from '../account/account-builders';
import type { InMemoryMailOutbox } from './in-memory-mail-outbox';

const KEY = Buffer.alloc(32);

/** Encrypts with one key and no randomness. */
export const testSeal: MailSeal = {
  seal(text, context) {
    const cipher = createCipheriv('aes-256-gcm', KEY, Buffer.alloc(12)).setAAD(Buffer.from(context));
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  },
  open(sealed, context) {
    const decipher = createDecipheriv('aes-256-gcm', KEY, Buffer.alloc(12)).setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8');
  },
};

/** A composer, the content of messages, and of those in an outbox, in the order in which they were stored. */
export function testMail(outbox: InMemoryMailOutbox, clock: Clock) {
  const composer = new MailComposer(testSeal, clock, idAt);
  const contentOf = (messages: readonly OutboxMessage[]): MailContent[] =>
    messages.map((message) => composer.open(message));
  return { composer, contentOf, sent: () => contentOf(outbox.messages) };
}
export type TestMail = ReturnType<typeof testMail>;

const NOON = new Date('2026-03-03T12:00:00.000Z');

/** Builds a message with default values, overridden by `overrides`. */
export function aMessage(overrides: Partial<OutboxMessage> = {}): OutboxMessage {
  const createdAt = overrides.createdAt ?? NOON;
  return {
    id: idAt(createdAt),
    accountId: null,
    kind: 'password_changed',
    sealed: Buffer.from('sealed'),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
    ...overrides,
  };
}

/** Claims the first message that is due. */
export async function claimOne(outbox: MailOutbox, now: Date): Promise<ClaimedMessage | null> {
  const [message = null] = await outbox.claim(now, 1);
  return message;
}
