import { DomainError, type Instant } from '@libs/kernel';
import type { Status } from '../items/feedback.rules';

/** A network has one vote for a card within as many days (votes.md 2). */
export const VOTE_DAYS = 30;

/** Statuses of cards that visitors can vote for (votes.md 1). */
const OPEN: readonly Status[] = ['new', 'planned', 'building'];
export const isOpenForVotes = (status: Status): boolean => OPEN.includes(status);

/** What is known of the network that votes for a card: keyed hashes, no address. The keys change every day. */
export interface VotingNetwork {
  /** Of the network and the card, with the key of today and those of the 29 days before. */
  readonly voters: readonly [today: string, ...before: string[]];
  /** Of the wider network and the account, with the key of today. */
  readonly source: string;
}

/** When a vote was given. Only the hour, so that it does not lead to a line in a log of another server. */
export const votingHour = (now: Date): Instant =>
  new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000).toISOString();

export const cardNotFound = (): DomainError =>
  new DomainError('not_found', 'card_not_found', 'Card not found');
export const cardEnded = (): DomainError =>
  new DomainError('gone', 'card_ended', 'This card is no longer public');
export const votesDisabled = (): DomainError =>
  new DomainError('permission', 'votes_disabled', 'This account does not accept votes');
export const votesNeedMail = (): DomainError =>
  new DomainError(
    'permission',
    'mail_not_configured',
    'This service sends no mail, so a vote cannot have an email address',
  );
export const votingClosed = (): DomainError =>
  new DomainError('conflict', 'voting_closed', 'Voting for this card is closed');
