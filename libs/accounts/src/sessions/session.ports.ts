import type { OwnerOfAccount } from '../account/account.ports';
import type { Session } from './session';

/** Where sessions rest, for as long as they last. Every method but the way in names the account first. */
export interface SessionRepository {
  /** False when its owner is gone. */
  add(session: Session): Promise<boolean>;
  /** The way in: whose token has this SHA-256? Ended sessions too, if they are still there. One query. */
  findByDigest(digest: Buffer): Promise<(OwnerOfAccount & { readonly session: Session }) | null>;
  /** Notes that it was seen; never takes `lastSeenAt` back. */
  touch(accountId: string, id: string, at: Date): Promise<void>;
  /** Another token in place of the old one. False when there is no such session. */
  renew(
    accountId: string,
    id: string,
    renewal: Pick<Session, 'digest' | 'reauthenticatedAt'>,
  ): Promise<boolean>;
  /** Newest first. */
  list(accountId: string, ownerId: string): Promise<readonly Session[]>;
  /** False when this owner has no such session. */
  remove(accountId: string, ownerId: string, id: string): Promise<boolean>;
  /** All of this owner's sessions, but for the excepted one. */
  removeAll(accountId: string, ownerId: string, exceptId?: string): Promise<void>;
  /** Those of this owner that were last seen at `idleSince` or begun at `begunSince`, or earlier. */
  removeEnded(
    accountId: string,
    ownerId: string,
    bounds: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void>;
}
