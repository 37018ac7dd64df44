import type { Effects } from '../mail/mail';
import type { ActiveSecondFactor, SecondFactor, SignInChallenge } from './second-factor';

/**
 * Stores second factors, at most one per person. They belong to a person, not to an account, so methods take no account
 * ID. An unknown or malformed ID has no factor. With `effects`, a method also adds them to the security log and the outbox,
 * in the same transaction, if it changes something. An event of a member who has lost the role for it throws the errors of
 * `assertRole`, and nothing is changed.
 */
export interface SecondFactorRepository {
  /** Returns the factor, also before it is confirmed; null if there is none. */
  find(personId: string): Promise<SecondFactor | null>;
  /** Starts a setup; replaces one that was not confirmed. Returns false if the person has an active factor, or doesn't exist. */
  begin(personId: string, sealed: Uint8Array): Promise<boolean>;
  /** Activates a factor. Returns false if it is active, or has another secret. */
  confirm(factor: ActiveSecondFactor, effects?: Effects): Promise<boolean>;
  /**
   * Uses the code of a time step. Returns false if it or a later one was used, or the active factor has another secret.
   * Of concurrent calls for one step, one returns true.
   */
  useStep(factor: SecondFactor, step: number): Promise<boolean>;
  /** Removes a recovery code. Returns false if there is none. Of concurrent calls for one code, one returns true. */
  useRecoveryCode(personId: string, digest: Buffer, effects?: Effects): Promise<boolean>;
  /** Replaces all recovery codes. Returns false without an active factor. */
  replaceRecoveryCodes(personId: string, digests: readonly Buffer[], effects?: Effects): Promise<boolean>;
  /** Stores the secrets of all people for which `reseal` does not return null. Returns their number. */
  resealAll(
    reseal: (factor: Pick<SecondFactor, 'personId' | 'sealed'>) => Uint8Array | null,
  ): Promise<number>;
  /** Returns false if there is nothing to remove. */
  remove(personId: string, effects?: Effects): Promise<boolean>;
}

/** Stores challenges of sign-ins by the SHA-256 of their token. */
export interface SignInChallengeRepository {
  /** Also removes the challenges of this person that expired before `now`. Without the person, stores nothing. */
  add(challenge: SignInChallenge, now: Date): Promise<void>;
  /** Returns a challenge, also an expired one that is still stored; null if there is none. */
  find(digest: Buffer): Promise<SignInChallenge | null>;
  /** Removes a challenge. Returns false if there is none. Of concurrent calls, one returns true. */
  take(digest: Buffer): Promise<boolean>;
}

/** Encrypts secrets for storage, as `SecretBox` of `@libs/webhooks` does. A core can't import another one. */
export interface SecretSealer {
  /** @param context what the secret belongs to; `open` needs the same */
  seal(text: string, context: string): Uint8Array;
  open(sealed: Uint8Array, context: string): string;
  /** Returns false if the secret must be encrypted again, because the key was replaced. */
  isCurrent(sealed: Uint8Array): boolean;
}
