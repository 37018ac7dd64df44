import { DomainError, objectRule, required, stringRule, type ValuesOf } from '@libs/kernel';

/** The second factor of a person: a secret for one-time codes, and recovery codes (second-factor.md 1). */
export interface SecondFactor {
  readonly personId: string;
  /** The encrypted secret. */
  readonly sealed: Uint8Array;
  /** When the person entered the first code; null before. */
  readonly confirmedAt: Date | null;
  /** The time step of the last accepted code. Codes of this step and of earlier ones are rejected. */
  readonly lastStep: number;
  /** SHA-256 of the recovery codes that are left. */
  readonly recoveryDigests: readonly Buffer[];
}

/** A factor that sign-in asks for. */
export type ActiveSecondFactor = SecondFactor & { readonly confirmedAt: Date };

export const isActiveFactor = (factor: SecondFactor | null): factor is ActiveSecondFactor =>
  factor !== null && factor.confirmedAt !== null;

/** A sign-in that waits for a code, without its token (second-factor.md 3). */
export interface SignInChallenge {
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  /** The account to open, unless the person can't use it any more. */
  readonly accountId: string;
  readonly personId: string;
  /** SHA-256 of the password hash at the first step: a change of the password ends the challenge. */
  readonly passwordDigest: Buffer;
  readonly expiresAt: Date;
}

export const CHALLENGE_SECONDS = 300;

const CODE = { code: required(stringRule) };
export const codeRule = objectRule(CODE);
const PASSWORD_AND_CODE = { password: required(stringRule), ...CODE };
export const passwordAndCodeRule = objectRule(PASSWORD_AND_CODE);
const SECOND_STEP = { challenge: required(stringRule), ...CODE };
export const secondStepRule = objectRule(SECOND_STEP);
export type SecondStep = ValuesOf<typeof SECOND_STEP>;

/** @param challenge the token for the second step */
export const secondFactorRequired = (challenge: string) =>
  new DomainError('authentication', 'second_factor_required', 'Enter a code of your authenticator app', {
    challenge,
  });

export const isSecondFactorRequired = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'second_factor_required';

export const challengeExpired = () =>
  new DomainError('authentication', 'challenge_expired', 'This sign-in has expired. Start again.');

/** The same for a wrong, a used, and an expired code. */
export const wrongCode = () => new DomainError('authentication', 'invalid_code', 'Invalid code');

export const secondFactorActive = () =>
  new DomainError('conflict', 'second_factor_active', 'Two-factor authentication is already on');

export const secondFactorInactive = () =>
  new DomainError('conflict', 'second_factor_inactive', 'Two-factor authentication is off');

export const ownSecondFactor = () =>
  new DomainError('conflict', 'own_second_factor', 'Turn off your own two-factor authentication with a code');

/** A reset by the owner of one account would weaken the others. */
export const secondFactorOfOthers = () =>
  new DomainError(
    'conflict',
    'second_factor_of_others',
    'This person is also a member of an account that you do not own. Ask your administrator to reset it.',
  );

export const secondFactorSetupRequired = () =>
  new DomainError(
    'permission',
    'second_factor_setup_required',
    'This account requires two-factor authentication. Set it up to continue.',
  );
