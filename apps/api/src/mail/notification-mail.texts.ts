import type { MailParameters } from '@libs/accounts';
import type { Catalogue } from './mail.texts';
import type { MailList, MailTexts } from './parts/mail-parts';

type DigestMail = MailParameters['digest'];
type Feedback = NonNullable<DigestMail['feedback']>;

const number = (value: number): string => value.toLocaleString('en-US');
const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

const itemUrl = (publicUrl: string, id: string): string =>
  `${publicUrl}/app/inbox?item=${encodeURIComponent(id)}`;

const UNSUBSCRIBE = {
  mentioned: 'Turn off messages about mentions',
  assigned: 'Turn off messages about items that are assigned to you',
  service: 'Turn off messages about imports and disabled webhooks',
  newFeedback: 'Turn off messages about new feedback',
  quarantine: 'Turn off messages about quarantine',
  both: 'Turn off messages about new feedback and quarantine',
};

const SUBJECT_TITLE_MAX = 60;
function shortened(title: string): string {
  const characters = [...title];
  return characters.length > SUBJECT_TITLE_MAX
    ? `${characters.slice(0, SUBJECT_TITLE_MAX - 1).join('')}…`
    : title;
}

/** A message about one item, in which someone did something. */
function aboutItem(
  { item }: Pick<MailParameters['assigned'], 'item'>,
  publicUrl: string,
  texts: { readonly subject: string; readonly sentence: string; readonly unsubscribe: string },
): MailTexts {
  const { subject, sentence, unsubscribe } = texts;
  return {
    subject: item ? `${subject}: ${shortened(item.title)}` : subject,
    paragraphs: [sentence, item ? `“${item.title}”` : 'The item was deleted in the meantime.'],
    ...(item && { action: { label: 'View item', url: itemUrl(publicUrl, item.id) } }),
    unsubscribe,
  };
}

/** Messages about notifications (notifications.md 6). */
export const NOTIFICATION_TEXTS: Catalogue<
  'mentioned' | 'assigned' | 'webhook_disabled' | 'import_finished' | 'import_failed' | 'digest'
> = {
  mentioned: ({ note, ...parameters }, publicUrl) => {
    const texts = aboutItem(parameters, publicUrl, {
      subject: 'You were mentioned',
      sentence: parameters.by
        ? `${parameters.by} mentioned you in a note in ${parameters.account}.`
        : `You were mentioned in a note in ${parameters.account}.`,
      unsubscribe: UNSUBSCRIBE.mentioned,
    });
    if (!parameters.item) return texts;
    if (!note)
      return { ...texts, paragraphs: [...texts.paragraphs, 'The note was deleted in the meantime.'] };
    const url = `${itemUrl(publicUrl, parameters.item.id)}&note=${encodeURIComponent(note.id)}`;
    const written = `${parameters.by ?? 'Note'}: ${note.text}`;
    return { ...texts, paragraphs: [...texts.paragraphs, written], action: { label: 'View note', url } };
  },
  assigned: (parameters, publicUrl) =>
    parameters.count > 1
      ? {
          subject: `Assigned to you: ${number(parameters.count)} items`,
          paragraphs: [`${number(parameters.count)} items in ${parameters.account} were assigned to you.`],
          action: { label: 'View items', url: `${publicUrl}/app/inbox?assignee=me` },
          unsubscribe: UNSUBSCRIBE.assigned,
        }
      : aboutItem(parameters, publicUrl, {
          subject: 'Assigned to you',
          sentence: parameters.by
            ? `${parameters.by} assigned an item in ${parameters.account} to you.`
            : `An item in ${parameters.account} was assigned to you.`,
          unsubscribe: UNSUBSCRIBE.assigned,
        }),
  webhook_disabled: ({ account, id, host, reason }, publicUrl) => ({
    subject: 'A webhook was disabled',
    paragraphs: [
      reason === 'gone'
        ? `The webhook of ${account} to ${host} was disabled, because ${host} responded with 410: it wants no more events.`
        : `The webhook of ${account} to ${host} was disabled, because all attempts failed for five days.`,
      `It gets no events while it is disabled. If ${host} ${reason === 'gone' ? 'is to get events again' : 'works again'}, enable the webhook. Events of the last days can be sent again.`,
    ],
    action: {
      label: 'View webhook',
      url: `${publicUrl}/app/developer/webhooks/${encodeURIComponent(id)}`,
    },
    unsubscribe: UNSUBSCRIBE.service,
  }),
  import_finished: ({ account, count, created }, publicUrl) => ({
    subject: count === 1 ? 'Import finished' : `${number(count)} imports finished`,
    paragraphs: [
      `${count === 1 ? 'The import' : 'The last import'} into ${account} added ${counted(created, 'item', 'items')}.`,
    ],
    action: { label: 'View inbox', url: `${publicUrl}/app/inbox` },
    unsubscribe: UNSUBSCRIBE.service,
  }),
  import_failed: ({ account, count, rows, failed }, publicUrl) => ({
    subject: count === 1 ? 'Import failed' : `${number(count)} imports failed`,
    paragraphs: [
      failed > 0
        ? `${number(failed)} of ${counted(rows, 'row', 'rows')} ${failed === 1 ? 'is' : 'are'} invalid, so nothing was imported into ${account}.`
        : `An error ended the import, so nothing was imported into ${account}.`,
    ],
    action: { label: 'Import again', url: `${publicUrl}/app/import` },
    unsubscribe: UNSUBSCRIBE.service,
  }),
  digest: digestMailTexts,
};

const PERIODS: Readonly<Record<DigestMail['period'], string>> = {
  immediately: 'since the last message',
  daily: 'in the last day',
  weekly: 'in the last week',
};

function digestMailTexts(
  { account, period, feedback, quarantined }: DigestMail,
  publicUrl: string,
): MailTexts {
  const isNews = feedback !== null;
  return {
    subject: isNews
      ? `New feedback for ${shortened(account)}: ${counted(feedback.total, 'item', 'items')}`
      : `${counted(quarantined, 'item', 'items')} in quarantine in ${shortened(account)}`,
    paragraphs: [
      ...(isNews ? newsParagraphs(feedback, period) : []),
      ...(quarantined > 0 ? [`${counted(quarantined, 'item waits', 'items wait')} in quarantine.`] : []),
    ],
    lists: isNews ? newsLists(feedback, publicUrl) : [],
    action: isNews
      ? { label: 'View inbox', url: `${publicUrl}/app/inbox` }
      : { label: 'View quarantine', url: `${publicUrl}/app/quarantine` },
    unsubscribe: isNews
      ? quarantined > 0
        ? UNSUBSCRIBE.both
        : UNSUBSCRIBE.newFeedback
      : UNSUBSCRIBE.quarantine,
  };
}

const SOURCE_NAMES: Readonly<Record<string, string>> = { form: 'form', widget: 'widget', api: 'API' };

function newsParagraphs(
  { total, view, sources, statuses }: Feedback,
  period: DigestMail['period'],
): string[] {
  const within = view === null ? '' : ` in your view “${view}”`;
  const bySource = sources.map(({ name, count }) => `${SOURCE_NAMES[name] ?? name} ${number(count)}`);
  const byStatus = statuses.map(({ name, count }) => `${name} ${number(count)}`);
  return [
    `${counted(total, 'new item', 'new items')}${within} ${PERIODS[period]}.`,
    `Source: ${bySource.join(', ')}. Status: ${byStatus.join(', ')}.`,
  ];
}

function newsLists({ newest, requested, total }: Feedback, publicUrl: string): MailList[] {
  const link = ({ id, title }: { readonly id: string; readonly title: string }) => ({
    label: title,
    url: itemUrl(publicUrl, id),
  });
  const all = total > newest.length ? `Newest ${newest.length}` : 'New feedback';
  return [
    { heading: all, rows: newest.map(link) },
    ...(requested.length > 0
      ? [
          {
            heading: 'Most requested',
            rows: requested.map((item) => ({ ...link(item), note: `${number(item.requests)} requests` })),
          },
        ]
      : []),
  ];
}
