import type { ChangelogEntry } from '@libs/contract';
import { Button, Text } from '@mantine/core';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { Section } from '../../../../ui/layout/section';
import { formatTime } from '../../../../ui/time/format-time';
import { useFallbackFocus } from '../../../../ui/focus/use-fallback-focus';
import { useChangeEntry } from '../../../api/changelog';
import { useMayDo } from '../../../api/team/role';
import { useCachedSession } from '../../../api/session';
import { notify } from '../../../items/notices';
import { deliveryFacts } from '../../../items/status-messages/delivery-facts';
import { canTell } from './can-tell';

const texts = t.changelog.telling;

interface Props {
  readonly entry: ChangelogEntry;
  readonly onTell: () => void;
}

/** Who was told about a published entry by email, with the button that tells them or cancels that. */
export function EntryTelling({ entry, onTell }: Props) {
  const { notification: message } = entry;
  const sendsMail = (useCachedSession()?.status_messages ?? null) !== null;
  const mayChange = useMayDo('items.change');
  const area = useFallbackFocus(message?.state ?? 'none');
  if (!message && (entry.status !== 'published' || !sendsMail)) return null;
  const facts = message ? deliveryFacts(message) : [];
  const isOffered = mayChange && sendsMail && entry.status === 'published' && canTell(entry);
  const actions = (
    <>
      {isOffered && (
        <Button variant="default" size="xs" onClick={onTell}>
          {texts.offer}
        </Button>
      )}
      {mayChange && message?.state === 'held' && <CancelButton id={entry.id} />}
    </>
  );
  return (
    <Section title={texts.label} actions={actions}>
      <div ref={area} tabIndex={-1}>
        <Text size="sm">{textOf(entry)}</Text>
        {facts.length > 0 && (
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
        )}
      </div>
    </Section>
  );
}

function textOf({ notification: message }: ChangelogEntry): string {
  if (!message) return texts.none;
  if (message.state === 'cancelled') return texts.cancelled;
  if (message.state === 'held') return texts.held(message.recipients, formatTime(message.due_at));
  return texts.sent(message.recipients);
}

function CancelButton({ id }: { readonly id: string }) {
  const cancel = useChangeEntry(id);
  const run = () =>
    cancel.mutate(
      { notify: false },
      {
        onSuccess: () => notify({ text: texts.cancelledNotice }),
        onError: (error) => notify({ text: errorMessage(error), isError: true }),
      },
    );
  return (
    <Button variant="default" size="xs" loading={cancel.isPending} onClick={run}>
      {texts.cancel}
    </Button>
  );
}
