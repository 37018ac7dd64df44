import { securityEvents, type Clock, type NewId, type NewSecurityEvent, type Requester } from '@libs/kernel';
import type { SecurityNotices } from '../mail/security-notices';
import type { MembershipRepository } from '../memberships/membership.ports';
import type { SecurityLogUseCases } from '../security-log/security-log.use-cases';
import type { SignedIn } from '../sessions/session';
import type { CodeSource, SignInThrottle } from '../sessions/sign-in-throttle';
import { plainCode } from './plain-code';
import { recoveryDigestOf } from './recovery-codes';
import { isActiveFactor, secondFactorInactive, wrongCode, type ActiveSecondFactor } from './second-factor';
import type { SecondFactorRepository, SecretSealer } from './second-factor.ports';
import { isTotpCode, stepOf } from './totp';

export interface CodeCheckPorts {
  readonly memberships: MembershipRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly box: SecretSealer;
  readonly securityLog: Pick<SecurityLogUseCases, 'noteFailure'>;
  readonly notices?: Pick<SecurityNotices, 'secondFactorChanged'>;
}

/** A code that someone entered. */
export interface EnteredCode {
  /** The account whose security log records the use of a recovery code. */
  readonly accountId: string;
  readonly person: SignedIn['person'];
  readonly code: string;
  readonly from: CodeSource;
  readonly by: Requester;
}

/** Checks codes of active second factors. Each code is accepted once (second-factor.md 4). */
export class CodeCheck {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: CodeCheckPorts,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** @throws DomainError `authentication` `invalid_code`; `conflict` `second_factor_inactive`; `rate_limit` */
  async use(entered: EnteredCode): Promise<void> {
    const { id, name } = entered.person;
    const factor = await this.ports.secondFactors.find(id);
    if (!isActiveFactor(factor)) throw secondFactorInactive();
    const attempt = await this.throttle.code(id, entered.from);
    const code = plainCode(entered.code);
    const isRight = isTotpCode(code)
      ? await this.useTotp(factor, code)
      : await this.useRecoveryCode(entered, code);
    if (!isRight) {
      const accounts = this.ports.memberships.listOf(id);
      const subject = { id, name };
      this.ports.securityLog.noteFailure('owner.second_factor_failed', accounts, entered.by, subject);
      throw wrongCode();
    }
    await attempt.succeeded();
  }

  private async useTotp(factor: ActiveSecondFactor, code: string): Promise<boolean> {
    const { secondFactors, box } = this.ports;
    const step = stepOf(box.open(factor.sealed, factor.personId), code, this.clock());
    return step !== null && secondFactors.useStep(factor, step);
  }

  private useRecoveryCode({ accountId, person, by }: EnteredCode, code: string): Promise<boolean> {
    const { id, name } = person;
    const { secondFactors, notices } = this.ports;
    const events = [this.newEvent(accountId, 'owner.recovery_code_used', by, { id, name })];
    const mail = notices?.secondFactorChanged(accountId, person, 'recovery_code_used');
    return secondFactors.useRecoveryCode(id, recoveryDigestOf(code), { events, mail });
  }
}
