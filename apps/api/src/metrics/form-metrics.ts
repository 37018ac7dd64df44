import { QUARANTINE_REASONS, type QuarantineReason } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { CLOSED_WITHOUT_RESPONSE, finalStatus } from '../http/requests/completion';

const OUTCOMES = ['accepted', 'quarantined', 'rejected', 'failed'] as const;

/** Submissions of forms. */
export class FormMetrics {
  private readonly submissions: Counter<'outcome'>;
  private readonly quarantined: Counter<'reason'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.submissions = new Counter({
      name: 'feedback_form_submissions_total',
      help: 'Submissions of forms: accepted, quarantined, rejected (status 4xx), or failed (status 5xx).',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of OUTCOMES) this.submissions.inc({ outcome }, 0);
    this.quarantined = new Counter({
      name: 'feedback_form_quarantined_total',
      help: 'Quarantined submissions by reason.',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of QUARANTINE_REASONS) this.quarantined.inc({ reason }, 0);
  }

  stored(reason: QuarantineReason | null): void {
    this.submissions.inc({ outcome: reason ? 'quarantined' : 'accepted' });
    if (reason) this.quarantined.inc({ reason });
  }

  /** Counts submissions that were not stored. */
  completed(request: FastifyRequest, reply: FastifyReply): void {
    if (request.method !== 'POST' || request.routeOptions.config?.caller !== 'visitor') return;
    const status = finalStatus(reply);
    if (status < 400 || status === CLOSED_WITHOUT_RESPONSE) return;
    this.submissions.inc({ outcome: status < 500 ? 'rejected' : 'failed' });
  }
}
