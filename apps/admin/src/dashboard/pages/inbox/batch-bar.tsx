import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { ChevronDown, Trash2 } from 'lucide-react';
import { t } from '../../../messages';
import { StatusMenu } from '../../items/status-menu';
import { useKeptFocus } from '../../../ui/use-fallback-focus';
import classes from './inbox.module.css';
import type { Inbox } from './use-inbox';

const words = t.inbox.batch;

/** What can be done to the marked items, at hand as long as there are any. */
export function BatchBar({ inbox }: { inbox: Inbox }) {
  const { selected, isAllFound, total = inbox.order.length } = inbox;
  const isAll = isAllFound || selected >= total;
  const bar = useKeptFocus(String(isAll));
  if (!selected) return null;
  return (
    <section ref={bar} tabIndex={-1} className={classes.batch} aria-label={words.label}>
      <span className={classes.batchCount} role="status">
        {words.selected(selected)}
      </span>
      {!isAll && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={inbox.selectAll}>
          {words.selectAll(total)}
        </Button>
      )}
      <StatusMenu onChoose={inbox.setStatus}>
        <Button size="compact-sm" variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          {words.status}
        </Button>
      </StatusMenu>
      <ActionIcon size={30} variant="default" aria-label={words.remove} onClick={() => inbox.remove()}>
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
      <CloseButton aria-label={words.clear} onClick={inbox.clear} />
    </section>
  );
}
