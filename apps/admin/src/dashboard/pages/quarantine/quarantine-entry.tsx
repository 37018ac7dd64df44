import type { QuarantinedItem } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { Check, ShieldAlert, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { RelativeTime } from '../../../ui/time/relative-time';
import styles from './quarantine.module.css';
import { useQuarantineActions } from './use-quarantine-actions';

const texts = t.quarantine;
/** Maximum length of the collapsed description, in UTF-16 units. */
const PREVIEW_LENGTH = 400;

/** A quarantined submission with its reason, and buttons to release or delete it. */
export function QuarantineEntry({ entry, onOpen }: { entry: QuarantinedItem; onOpen(id: string): void }) {
  const { release, remove, isReleasing } = useQuarantineActions(entry, onOpen);
  const [isExpanded, setExpanded] = useState(false);
  const mayDecide = useMayDo('items.change');
  const headingId = useId();
  const text = entry.description ?? '';
  const isLong = text.length > PREVIEW_LENGTH;
  return (
    <li className={styles.entry} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {entry.title}
      </h2>
      {text && (
        <p className={styles.text}>{isExpanded || !isLong ? text : `${text.slice(0, PREVIEW_LENGTH)}…`}</p>
      )}
      {isLong && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? texts.less_text : texts.more_text}
        </Button>
      )}
      <p className={styles.meta}>
        {entry.submitter_email ? texts.from(entry.submitter_email) : texts.anonymous}
        <span aria-hidden> · </span>
        <RelativeTime value={entry.created_at} />
      </p>
      <p className={styles.reason}>
        <ShieldAlert size={15} />
        <span>
          <span className="visually-hidden">{texts.why}: </span>
          {texts.reasons[entry.reason] ?? texts.unknownReason}
        </span>
      </p>
      {mayDecide && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Check size={15} />}
            aria-label={texts.releaseLabel(entry.title)}
            loading={isReleasing}
            onClick={release}
          >
            {texts.release}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Trash2 size={15} />}
            aria-label={texts.removeLabel(entry.title)}
            onClick={remove}
          >
            {texts.remove}
          </Button>
        </Group>
      )}
    </li>
  );
}
