import type { QuarantineReason } from '@libs/feedback';
import type { Challenge } from 'altcha-lib/types';
import type { FormTokens, IssuedToken } from './form-token';
import type { ProofOfWork } from './proof-of-work';
import type { SuspiciousIps } from './suspicious-ips';

/** Fields of a submission for the spam filter. Visitors can send any type. */
export interface SpamSignals {
  /** Honeypot: hidden from people, so only bots fill it in. */
  readonly homepage?: unknown;
  readonly form_token?: unknown;
  readonly proof?: unknown;
}

export interface TokenWithChallenge extends IssuedToken {
  /** Required from suspicious IP addresses; null for others. */
  readonly challenge: Challenge | null;
}

/** Detects spam without a CAPTCHA (form.md 4). */
export class SpamFilter {
  constructor(
    private readonly tokens: FormTokens,
    private readonly proofs: ProofOfWork,
    private readonly suspiciousIps: SuspiciousIps,
  ) {}

  token(accountId: string): string {
    return this.tokens.issue(accountId).token;
  }

  async issueToken(accountId: string, ip: string): Promise<TokenWithChallenge> {
    const challenge = (await this.suspiciousIps.has(ip)) ? await this.proofs.challenge(accountId) : null;
    return { ...this.tokens.issue(accountId), challenge };
  }

  /** The token for a page that is shown again: the same one if it is valid or only too young, otherwise a new one. */
  tokenForRetry(accountId: string, token: unknown): string {
    const reason = this.tokens.quarantineReason(accountId, token);
    return reason === null || reason === 'token_too_young' ? (token as string) : this.token(accountId);
  }

  /** The quarantine reason of a submission, or null. Records it for the IP address. */
  async quarantineReason(
    accountId: string,
    ip: string,
    signals: SpamSignals,
  ): Promise<QuarantineReason | null> {
    const reason =
      this.reasonBeforeProof(accountId, signals) ?? (await this.missingProof(accountId, ip, signals.proof));
    await this.suspiciousIps.record(ip, reason);
    return reason;
  }

  /** Whether a vote must not count: the IP address is suspicious, and the proof is absent or not valid (votes.md 3). */
  async isUnproven(accountId: string, ip: string, proof: unknown): Promise<boolean> {
    return (await this.missingProof(accountId, ip, proof)) !== null;
  }

  private reasonBeforeProof(
    accountId: string,
    { homepage, form_token }: SpamSignals,
  ): QuarantineReason | null {
    const isFilled = homepage !== undefined && homepage !== null && homepage !== '';
    return isFilled ? 'honeypot_filled' : this.tokens.quarantineReason(accountId, form_token);
  }

  private async missingProof(accountId: string, ip: string, proof: unknown): Promise<'proof_missing' | null> {
    return (await this.suspiciousIps.has(ip)) && !(await this.proofs.accepts(accountId, proof))
      ? 'proof_missing'
      : null;
  }
}
