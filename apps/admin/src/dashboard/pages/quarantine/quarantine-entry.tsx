import type { QuarantinedItem } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { Check, ShieldAlert, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../../messages';
import { RelativeTime } from '../../../ui/relative-time';
import classes from './quarantine.module.css';
import { useQuarantineActions } from './use-quarantine-actions';

const words = t.quarantine;
/** So much of a description is shown before somebody asks for the rest. */
const PREVIEW = 400;

/** One submission that waits: what it says, why it waits, and the two ways out. */
export function Entry({ entry, onOpen }: { entry: QuarantinedItem; onOpen(id: string): void }) {
  const { release, remove, isReleasing } = useQuarantineActions(entry, onOpen);
  const [isWhole, setWhole] = useState(false);
  const heading = useId();
  const text = entry.description ?? '';
  const isLong = text.length > PREVIEW;
  return (
    <li className={classes.entry} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {entry.title}
      </h2>
      {text && <p className={classes.text}>{isWhole || !isLong ? text : `${text.slice(0, PREVIEW)}…`}</p>}
      {isLong && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? words.less_text : words.more_text}
        </Button>
      )}
      <p className={classes.meta}>
        {entry.submitter_email ? words.from(entry.submitter_email) : words.anonymous}
        <span aria-hidden> · </span>
        <RelativeTime value={entry.created_at} />
      </p>
      <p className={classes.reason}>
        <ShieldAlert size={15} aria-hidden />
        <span>
          <span className="visually-hidden">{words.why}: </span>
          {words.reasons[entry.reason] ?? words.unknownReason}
        </span>
      </p>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<Check size={15} aria-hidden />}
          aria-label={words.releaseLabel(entry.title)}
          loading={isReleasing}
          onClick={release}
        >
          {words.release}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Trash2 size={15} aria-hidden />}
          aria-label={words.removeLabel(entry.title)}
          onClick={remove}
        >
          {words.remove}
        </Button>
      </Group>
    </li>
  );
}
