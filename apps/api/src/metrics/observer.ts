import type { QuarantineReason } from '@libs/feedback';
import type { AttemptResult } from '@libs/webhooks';

export const OBSERVER = Symbol('Observer');

/** Receives what modules have done, to count it. Methods do not throw. */
export interface Observer {
  eventsPublished(count: number): void;
  /** Results of attempts, after they were stored. */
  attemptsRecorded(results: readonly AttemptResult[]): void;
  /** @param reason why the submission was quarantined; null if it was accepted */
  submissionStored(reason: QuarantineReason | null): void;
  /** @param accounts how many have reached their storage limit */
  storageFull(accounts: number): void;
  backupDue(at: Date): void;
  /** @param lags returns how old each read replica can be, in milliseconds, or null while it is not used */
  replicasConfigured(lags: () => readonly (number | null)[]): void;
  /** A list, count, search, or export was served. @param server the place of the replica, from 0, or `primary` */
  readServed(server: number | 'primary'): void;
}

export const NO_OBSERVER: Observer = {
  eventsPublished: () => {},
  attemptsRecorded: () => {},
  submissionStored: () => {},
  storageFull: () => {},
  backupDue: () => {},
  replicasConfigured: () => {},
  readServed: () => {},
};
