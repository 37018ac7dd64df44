import type { QuarantineReason } from '@libs/feedback';
import type { Challenge } from 'altcha-lib/types';
import type { FormTokens, IssuedToken } from './form-token';
import type { ProofOfWork } from './proof-of-work';
import type { SuspiciousIps } from './suspicious-ips';

/** What a submission carries beside feedback; whatever type a stranger gave it. */
export interface SpamSignals {
  /** People do not see this field; what fills it in is a machine. */
  readonly homepage?: unknown;
  readonly form_token?: unknown;
  readonly proof?: unknown;
}

export interface Admission extends IssuedToken {
  /** To be solved first, because the address looks suspicious; null for everybody else. */
  readonly challenge: Challenge | null;
}

/** Tells people from machines, without asking the people (form.md 4). */
export class SpamFilter {
  constructor(
    private readonly tokens: FormTokens,
    private readonly proofs: ProofOfWork,
    private readonly suspects: SuspiciousIps,
  ) {}

  token(accountId: string): string {
    return this.tokens.issue(accountId).token;
  }

  async admit(accountId: string, ip: string): Promise<Admission> {
    const challenge = this.suspects.has(ip) ? await this.proofs.challenge(accountId) : null;
    return { ...this.tokens.issue(accountId), challenge };
  }

  /** The token of a page that is shown again: time goes on as long as there is nothing against it but its youth. */
  tokenAgain(accountId: string, token: unknown): string {
    const reason = this.tokens.quarantineReason(accountId, token);
    return reason === null || reason === 'token_too_young' ? (token as string) : this.token(accountId);
  }

  /** What speaks against a submission, and takes note of it; null when nothing does. */
  async quarantineReason(
    accountId: string,
    ip: string,
    marks: SpamSignals,
  ): Promise<QuarantineReason | null> {
    const reason =
      this.markAgainst(accountId, marks) ?? (await this.missingProof(accountId, ip, marks.proof));
    this.suspects.note(ip, reason);
    return reason;
  }

  private markAgainst(accountId: string, { homepage, form_token }: SpamSignals): QuarantineReason | null {
    const isFilled = homepage !== undefined && homepage !== null && homepage !== '';
    return isFilled ? 'honeypot_filled' : this.tokens.quarantineReason(accountId, form_token);
  }

  private async missingProof(accountId: string, ip: string, proof: unknown): Promise<'proof_missing' | null> {
    return this.suspects.has(ip) && !(await this.proofs.accepts(accountId, proof)) ? 'proof_missing' : null;
  }
}
