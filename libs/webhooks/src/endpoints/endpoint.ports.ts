import type { Requester, SecurityEvent } from '@libs/kernel';
import type { AttemptCounts, DescribedEndpoint, DisabledReason, Endpoint } from './endpoint';

/**
 * Stores endpoints. Every method of one account takes its ID first. Endpoints of other accounts and malformed IDs count
 * as not found. Every method is atomic, except those that delete, which can be repeated if they fail.
 * With an `event`, a method also adds it to the security log, in the transaction of the change. If it is of a member who
 * has lost the role for it, changes nothing (team.md 2).
 * @throws DomainError `permission` `role_required`; `authentication` `session_required`
 */
export interface EndpointRepository {
  /** Stores a new endpoint, unless the account already has `max`. Concurrent calls never exceed it together. */
  add(
    endpoint: Endpoint,
    max: number,
    event?: SecurityEvent,
  ): Promise<'added' | 'limit_reached' | 'account_not_found'>;
  /** Returns all endpoints, newest first. @param now end of the 24 hours of their health */
  list(accountId: string, now: Date): Promise<readonly DescribedEndpoint[]>;
  /** Returns null if the account has no such endpoint. */
  find(accountId: string, id: string, now: Date): Promise<DescribedEndpoint | null>;
  /**
   * Reads an endpoint and stores what `change` returns. If the status changes, cancels pending deliveries, and forgets
   * since when deliveries have failed. If `change` throws, writes nothing and rethrows the error. Returns null if the
   * account has no such endpoint.
   * @param eventOf returns the event of a change, or null if it needs none
   * @param by who makes the change; the role is checked before the endpoint is locked
   */
  change(
    accountId: string,
    id: string,
    change: (current: Endpoint) => Endpoint,
    eventOf?: (changed: Endpoint, current: Endpoint) => SecurityEvent | null,
    by?: Requester,
  ): Promise<Endpoint | null>;
  /**
   * Disables an active endpoint, cancels its pending deliveries, and records `webhook.disabled`. Returns false if it is
   * not active.
   */
  disable(accountId: string, id: string, reason: DisabledReason, at: Date): Promise<boolean>;
  /** Deletes an endpoint and its deliveries. Returns false if the account has no such endpoint. */
  remove(accountId: string, id: string, event?: SecurityEvent): Promise<boolean>;
  /** Deletes the endpoints and deliveries of an account that no longer exists. */
  removeAll(accountId: string): Promise<void>;
  /** Returns the counts of the hours since a time, oldest first, without hours in which no attempt ended. */
  attemptCounts(accountId: string, id: string, since: Date): Promise<readonly AttemptCounts[]>;
  /**
   * Returns whether full URLs are stored only among the secrets. If the release before could run on this database, they
   * are not, because it reads them without encryption (operator.md 5).
   */
  sealsUrls(): Promise<boolean>;
  /** Replaces the secrets of the endpoints of all accounts for which `reseal` returns new ones. Returns their number. */
  resealAll(reseal: (endpoint: Pick<Endpoint, 'id' | 'sealed'>) => Uint8Array | null): Promise<number>;
}
