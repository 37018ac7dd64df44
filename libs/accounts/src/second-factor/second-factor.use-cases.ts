import {
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type SecurityEventType,
} from '@libs/kernel';
import type { Effects, SecondFactorChange } from '../mail/mail';
import { memberNotFound } from '../memberships/membership';
import { assertReauthenticated, type SignedIn } from '../sessions/session';
import type { SignInThrottle } from '../sessions/sign-in-throttle';
import { CodeCheck, type CodeCheckPorts } from './code-check';
import { plainCode } from './plain-code';
import { newRecoveryCodes } from './recovery-codes';
import {
  isActiveFactor,
  ownSecondFactor,
  secondFactorActive,
  secondFactorInactive,
  secondFactorOfOthers,
  wrongCode,
} from './second-factor';
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
  async confirm(member: SignedIn, code: string, by: Requester): Promise<readonly string[]> {
    const { personId } = member;
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
    const effects = this.effectsOf(member, 'enabled', by);
    if (!(await secondFactors.confirm(active, effects))) throw secondFactorActive();
    await attempt.succeeded();
    return codes;
  }

  /** Replaces all recovery codes. @throws DomainError `invalid_code`; `conflict` `second_factor_inactive`; `rate_limit` */
  async renewRecoveryCodes(member: SignedIn, code: string, by: Requester): Promise<readonly string[]> {
    const { accountId, personId, person } = member;
    await this.codes.use({ accountId, person, code, from: 'session', by });
    const { codes, digests } = newRecoveryCodes();
    const effects = this.effectsOf(member, 'recovery_codes_renewed', by);
    if (!(await this.ports.secondFactors.replaceRecoveryCodes(personId, digests, effects))) {
      throw secondFactorInactive();
    }
    return codes;
  }

  /** Turns the factor off. The caller has checked the password. @throws as `renewRecoveryCodes` */
  async remove(member: SignedIn, code: string, by: Requester): Promise<void> {
    const { accountId, personId, person } = member;
    await this.codes.use({ accountId, person, code, from: 'session', by });
    await this.ports.secondFactors.remove(personId, this.effectsOf(member, 'disabled', by));
  }

  /**
   * Turns off the factor of another member for an owner (second-factor.md 7). Each account of the person records it.
   * @throws DomainError `not_found` `member_not_found`; `permission` `reauthentication_required`, `role_required`; `conflict`
   *   `second_factor_inactive`, `own_second_factor`, `second_factor_of_others`
   */
  async resetOf(owner: SignedIn, personId: string, by: Requester): Promise<void> {
    const { memberships, secondFactors, notices } = this.ports;
    const { accountId } = owner;
    const members = await memberships.list(accountId);
    const person = members.find((one) => one.person.id === personId.toLowerCase())?.person;
    if (!person) throw memberNotFound();
    assertReauthenticated(owner);
    const { id, name } = person;
    if (id === owner.personId) throw ownSecondFactor();
    const owned = (await memberships.listOf(owner.personId)).filter(({ role }) => role === 'owner');
    const ids = (await memberships.listOf(id)).map(({ account }) => account.id);
    if (!ids.every((one) => owned.some(({ account }) => account.id === one))) throw secondFactorOfOthers();
    const events = ids.map((one) => this.newEvent(one, 'owner.second_factor_reset', by, { id, name }));
    const mail = notices?.secondFactorChanged(accountId, person, 'reset');
    if (!isActiveFactor(await secondFactors.find(id))) throw secondFactorInactive();
    if (!(await secondFactors.remove(id, { events, mail }))) throw secondFactorInactive();
  }

  private effectsOf(
    { accountId, person }: SignedIn,
    change: Exclude<SecondFactorChange, 'reset' | 'recovery_code_used'>,
    by: Requester,
  ): Effects {
    const { id, name } = person;
    return {
      events: [this.newEvent(accountId, EVENTS[change], by, { id, name })],
      mail: this.ports.notices?.secondFactorChanged(accountId, person, change),
    };
  }

  /** Encrypts all secrets with the current key, where another one is in use. Returns their number. */
  resealAll(): Promise<number> {
    const { secondFactors, box } = this.ports;
    return secondFactors.resealAll(({ personId, sealed }) =>
      box.isCurrent(sealed) ? null : box.seal(box.open(sealed, personId), personId),
    );
  }
}

const EVENTS = {
  enabled: 'owner.second_factor_enabled',
  disabled: 'owner.second_factor_disabled',
  recovery_codes_renewed: 'owner.recovery_codes_renewed',
} as const satisfies Partial<Record<SecondFactorChange, SecurityEventType>>;
