import type { Clock } from '@libs/kernel';
import type { MailSetting } from '../../limits';
import { MAIL_LEASE_SECONDS } from '../../mail/delivery';
import type { MailContent, MailKind, MailParameters, OutboxMessage } from '../../mail/mail';
import type { MailComposer } from '../../mail/mail-composer';
import {
  digestMailDays,
  digestMailParts,
  nextDigestMailAt,
  type DigestMailParts,
} from './digest-mail-schedule';
import { contentOf } from './notification-content';
import type {
  ComposedDigestMail,
  DigestMailSource,
  DueDigestMail,
  FeedbackPeriod,
  FeedbackSummary,
  MailReader,
  MailTiming,
  NotificationMailRepository,
} from './notification-mail';

const DAY_MS = 86_400_000;
/** Mail that could not be sent in time is left out, for example because mail was off. */
const LATE_MS = DAY_MS;
/** Filters can be slow, so what is composed is stored after this time. */
const STORED_AFTER_MS = 1_000;
/** Composing ends long before the claim does. What is left is due again when the claim ends. */
const COMPOSING_MS = (MAIL_LEASE_SECONDS * 1000) / 2;

/** Makes the link that turns settings of a person off (notifications.md 7). */
export type UnsubscribeUrl = (
  reader: Pick<MailReader, 'accountId' | 'personId'>,
  settings: readonly MailSetting[],
) => string;

export interface NotificationMailPorts {
  readonly stored: NotificationMailRepository;
  readonly source: DigestMailSource;
  readonly composer: Pick<MailComposer, 'compose'>;
  readonly unsubscribeUrl: UnsubscribeUrl;
  /** Receives errors of single messages, which are tried again after two minutes. */
  readonly onError: (error: Error, accountId: string) => void;
}

/**
 * Adds due mail about notifications to the outbox (notifications.md 6). Each method handles a part of it, and returns how
 * much; 0 if nothing is due.
 */
export class NotificationMailUseCases {
  constructor(
    private readonly ports: NotificationMailPorts,
    private readonly clock: Clock,
  ) {}

  /** Messages about single notifications. */
  async composeNotifications(): Promise<number> {
    const { stored } = this.ports;
    const due = await stored.claimNotifications(this.clock());
    const composed = due.map((notification) => {
      const content = contentOf(notification);
      const message = content && this.message(notification, content, [content.setting]);
      return { ...notification, message };
    });
    if (due.length > 0) await stored.storeNotifications(composed);
    return due.length;
  }

  /** Messages about new feedback for people who want it at once. */
  composeFeedback(): Promise<number> {
    return this.composeEach('at-once', (reader, facts, now) => this.composeNews(reader, facts, now));
  }

  /** Daily and weekly digest mail. */
  composeDigestMail(): Promise<number> {
    return this.composeEach('digest', (reader, facts, now) => this.composePeriod(reader, facts, now));
  }

  private async composeEach(
    timing: MailTiming,
    compose: (reader: DueDigestMail, facts: DigestMailFacts, now: Date) => Promise<ComposedDigestMail>,
  ): Promise<number> {
    const now = this.clock();
    const due = await this.ports.stored.claimDigestMail(timing, now);
    const facts = new DigestMailFacts(this.ports.source);
    let composed: ComposedDigestMail[] = [];
    let storedAt = now.getTime();
    const store = async () => {
      if (composed.length > 0) await this.ports.stored.storeDigestMail(timing, composed, now);
      composed = [];
      storedAt = this.clock().getTime();
    };
    for (const reader of due) {
      await compose(reader, facts, now).then(
        (one) => composed.push(one),
        (error: Error) => this.ports.onError(error, reader.accountId),
      );
      const time = this.clock().getTime();
      if (time - storedAt >= STORED_AFTER_MS) await store();
      if (time - now.getTime() >= COMPOSING_MS) break;
    }
    await store();
    return due.length;
  }

  private async composeNews(
    reader: DueDigestMail,
    facts: DigestMailFacts,
    now: Date,
  ): Promise<ComposedDigestMail> {
    const { since, last } = reader;
    const after = Math.max(since, positionOf(now) - positionOf(LATE_MS));
    const isPlanned = since > 0 && reader.recipient;
    const feedback = isPlanned ? await facts.newFeedback(reader, { after, until: last }) : null;
    const message = feedback && this.digestMail(reader, 'immediately', feedback, 0);
    return { ...reader, nextDueAt: null, since: Math.max(last, since), message };
  }

  private async composePeriod(
    reader: DueDigestMail,
    facts: DigestMailFacts,
    now: Date,
  ): Promise<ComposedDigestMail> {
    const { settings, dueAt, since, last } = reader;
    const nextDueAt = nextDigestMailAt(settings, now);
    const isInTime = dueAt !== null && now.getTime() - dueAt.getTime() < LATE_MS;
    if (!isInTime) {
      // The next digest mail covers two periods at most.
      const start = nextDueAt.getTime() - 2 * digestMailDays(settings) * DAY_MS;
      const from = since === 0 ? last : Math.max(since, positionOf(start));
      return { ...reader, nextDueAt, since: from, message: null };
    }
    const parts = digestMailParts(settings, dueAt);
    // Events that are published later can have a position before 8:00. They are in the next digest mail.
    const until = Math.min(positionOf(dueAt), last);
    const message =
      reader.recipient && (await this.digestMailOf(reader, parts, { after: since, until }, facts));
    return { ...reader, nextDueAt, since: parts.newFeedback ? Math.max(since, until) : since, message };
  }

  private async digestMailOf(
    reader: DueDigestMail,
    parts: DigestMailParts,
    period: FeedbackPeriod,
    facts: DigestMailFacts,
  ): Promise<OutboxMessage | null> {
    const hasPeriod = parts.newFeedback && period.after < period.until;
    const feedback = hasPeriod ? await facts.newFeedback(reader, period) : null;
    const quarantined = parts.quarantine ? await facts.quarantined(reader.accountId) : 0;
    const { newFeedbackMail } = reader.settings;
    return this.digestMail(reader, newFeedbackMail === 'weekly' ? 'weekly' : 'daily', feedback, quarantined);
  }

  /** Returns null if nothing happened. */
  private digestMail(
    reader: DueDigestMail,
    period: MailParameters['digest']['period'],
    feedback: FeedbackSummary | null,
    quarantined: number,
  ): OutboxMessage | null {
    const news = feedback && feedback.total > 0 ? feedback : null;
    if (!news && quarantined === 0) return null;
    const settings: MailSetting[] = [
      ...(news ? (['new_feedback_mail'] as const) : []),
      ...(quarantined > 0 ? (['quarantine_mail'] as const) : []),
    ];
    const account = reader.recipient?.account ?? '';
    const parameters = { account, period, feedback: news, quarantined };
    return this.message(reader, { kind: 'digest', parameters }, settings);
  }

  private message<K extends MailKind>(
    reader: MailReader,
    { kind, parameters }: Pick<MailContent<K>, 'kind' | 'parameters'>,
    settings: readonly MailSetting[],
  ): OutboxMessage | null {
    if (!reader.recipient) return null;
    const unsubscribeUrl = this.ports.unsubscribeUrl(reader, settings);
    const content: MailContent<K> = { kind, to: reader.recipient.email, parameters, unsubscribeUrl };
    return this.ports.composer.compose(reader.accountId, content);
  }
}

/** Facts of one run, which many members of an account share. */
class DigestMailFacts {
  private readonly known = new Map<string, Promise<unknown>>();

  constructor(private readonly source: DigestMailSource) {}

  newFeedback(reader: DueDigestMail, period: FeedbackPeriod): Promise<FeedbackSummary> {
    const { accountId, personId, settings } = reader;
    const view = settings.newFeedbackView;
    const key = [accountId, view === null ? '' : `${personId} ${view}`, period.after, period.until].join(' ');
    return this.once(key, () => this.source.newFeedback(reader, view, period));
  }

  quarantined(accountId: string): Promise<number> {
    return this.once(accountId, () => this.source.quarantined(accountId));
  }

  private once<T>(key: string, read: () => Promise<T>): Promise<T> {
    let value = this.known.get(key) as Promise<T> | undefined;
    if (!value) this.known.set(key, (value = read()));
    return value;
  }
}

/** Positions of events are about microseconds (events.md 1). */
const positionOf = (time: Date | number): number => Number(time) * 1000;
