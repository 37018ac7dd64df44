import { securityEvents, type Clock, type NewId, type NewSecurityEvent, type Requester } from '@libs/kernel';
import type { SignedIn } from '../sessions/session';
import type { SignInThrottle } from '../sessions/sign-in-throttle';
import { CodeCheck, type CodeCheckPorts } from './code-check';
import { plainCode } from './plain-code';
import { newRecoveryCodes } from './recovery-codes';
import { isActiveFactor, secondFactorActive, secondFactorInactive, wrongCode } from './second-factor';
import { isTotpCode, newTotpSecret, stepOf } from './totp';

/** What a person sees about the second factor. */
export interface SecondFactorState {
  /** When it was turned on; null if it is off. */
  readonly activeSince: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Use cases of people who set up their second factor (second-factor.md 1, second-factor.md 2). */
export class SecondFactorUseCases {
  private readonly codes: CodeCheck;
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: CodeCheckPorts,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.codes = new CodeCheck(ports, throttle, clock, newId);
    this.newEvent = securityEvents(clock, newId);
  }

  async state(personId: string): Promise<SecondFactorState> {
    const factor = await this.ports.secondFactors.find(personId);
    return isActiveFactor(factor)
      ? { activeSince: factor.confirmedAt, recoveryCodesLeft: factor.recoveryDigests.length }
      : { activeSince: null, recoveryCodesLeft: 0 };
  }

  /** Returns a new secret, which has no effect until a code confirms it. @throws DomainError `conflict` `second_factor_active` */
  async begin(personId: string): Promise<string> {
    const secret = newTotpSecret();
    const sealed = this.ports.box.seal(secret, personId);
    if (!(await this.ports.secondFactors.begin(personId, sealed))) throw secondFactorActive();
    return secret;
  }

  /**
   * Turns the factor on and returns the recovery codes.
   * @throws DomainError `invalid_code`; `conflict` `second_factor_active`, `second_factor_inactive`; `rate_limit`
   */
  async confirm({ accountId, personId }: SignedIn, code: string, by: Requester): Promise<readonly string[]> {
    const { secondFactors, box } = this.ports;
    const factor = await secondFactors.find(personId);
    if (!factor) throw secondFactorInactive();
    if (isActiveFactor(factor)) throw secondFactorActive();
    const attempt = await this.throttle.code(personId, 'session');
    const text = plainCode(code);
    const now = this.clock();
    const step = isTotpCode(text) ? stepOf(box.open(factor.sealed, personId), text, now) : null;
    if (step === null) throw wrongCode();
    const { codes, digests } = newRecoveryCodes();
    const active = { ...factor, confirmedAt: now, lastStep: step, recoveryDigests: digests };
    const event = this.newEvent(accountId, 'owner.second_factor_enabled', by);
    if (!(await secondFactors.confirm(active, event))) throw secondFactorActive();
    await attempt.succeeded();
    return codes;
  }

  /** Replaces all recovery codes. @throws DomainError `invalid_code`; `conflict` `second_factor_inactive`; `rate_limit` */
  async renewRecoveryCodes(
    { accountId, personId }: SignedIn,
    code: string,
    by: Requester,
  ): Promise<readonly string[]> {
    await this.codes.use({ accountId, personId, code, from: 'session', by });
    const { codes, digests } = newRecoveryCodes();
    const event = this.newEvent(accountId, 'owner.recovery_codes_renewed', by);
    if (!(await this.ports.secondFactors.replaceRecoveryCodes(personId, digests, event))) {
      throw secondFactorInactive();
    }
    return codes;
  }

  /** Turns the factor off. The caller has checked the password. @throws as `renewRecoveryCodes` */
  async remove({ accountId, personId }: SignedIn, code: string, by: Requester): Promise<void> {
    await this.codes.use({ accountId, personId, code, from: 'session', by });
    const event = this.newEvent(accountId, 'owner.second_factor_disabled', by);
    await this.ports.secondFactors.remove(personId, [event]);
  }

  /** Encrypts all secrets with the current key, where another one is in use. Returns their number. */
  resealAll(): Promise<number> {
    const { secondFactors, box } = this.ports;
    return secondFactors.resealAll(({ personId, sealed }) =>
      box.isCurrent(sealed) ? null : box.seal(box.open(sealed, personId), personId),
    );
  }
}
