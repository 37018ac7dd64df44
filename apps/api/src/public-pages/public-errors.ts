import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { text } from '../http/html';
import { readerOf } from '../languages/reader';
import { framePage } from '../visitor-pages/frame';

export const roadmapNotFound = (): DomainError =>
  new DomainError('not_found', 'roadmap_not_found', 'Roadmap not found');
export const cardNotFound = (): DomainError =>
  new DomainError('not_found', 'card_not_found', 'Card not found');
export const cardEnded = (): DomainError =>
  new DomainError('gone', 'card_ended', 'This card is no longer public');

/** The error page of public pages. */
export function publicErrorPage(_error: DomainError, status: number, request: FastifyRequest): string {
  const reader = readerOf(request);
  const { missing, ended } = reader.pages;
  const { unavailable, other } = reader.texts.failures;
  const [heading, sentence] = { 404: missing, 410: ended, 503: unavailable }[status] ?? other;
  const body = `<h1>${text(heading)}</h1><p class="words">${text(sentence)}</p>`;
  return framePage({ title: heading, body, reader, kind: 'plain' });
}
