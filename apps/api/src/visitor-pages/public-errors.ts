import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { text } from '../http/html';
import { readerOf } from '../languages/reader';
import { framePage } from './frame';

export const roadmapNotFound = (): DomainError =>
  new DomainError('not_found', 'roadmap_not_found', 'Roadmap not found');

export const changelogNotFound = (): DomainError =>
  new DomainError('not_found', 'changelog_not_found', 'Changelog not found');

/** The error page of public pages. */
export function publicErrorPage({ code }: DomainError, status: number, request: FastifyRequest): string {
  const reader = readerOf(request);
  const { missing, ended, votingClosed } = reader.pages;
  const { unavailable, other, tooMany } = reader.texts.failures;
  const isClosed = code === 'voting_closed' || code === 'votes_disabled';
  const known = { 404: missing, 410: ended, 429: tooMany, 503: unavailable }[status] ?? other;
  const isInvalidEmail = code === 'invalid_format';
  const invalidEmail = [other[0], reader.texts.messages.issues['invalid_format'] ?? other[1]] as const;
  const [heading, sentence] = isClosed ? votingClosed : isInvalidEmail ? invalidEmail : known;
  const body = `<h1>${text(heading)}</h1><p class="words">${text(sentence)}</p>`;
  return framePage({ title: heading, body, reader, kind: 'plain' });
}
