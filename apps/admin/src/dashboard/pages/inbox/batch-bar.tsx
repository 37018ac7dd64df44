import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useDeferredValue, useLayoutEffect } from 'react';
import { t } from '../../../messages';
import { StatusMenu } from '../../items/status-menu';
import type { ItemShortcuts } from '../../items/use-item-shortcuts';
import { useFallbackFocus } from '../../../ui/focus/use-fallback-focus';
import styles from './inbox.module.css';
import type { Inbox } from './use-inbox';

const texts = t.inbox.batch;

interface Props {
  readonly inbox: Inbox;
  /** Functions that open dialogs. */
  readonly open: Pick<ItemShortcuts, 'assign' | 'tag' | 'merge' | 'publish' | 'remove'>;
}

/** Actions on the selected items; shown while any item is selected. */
export function BatchBar({ inbox, open }: Props) {
  const { selected, isAllSelected, total = { count: inbox.order.length, isMore: false } } = inbox;
  const isAll = isAllSelected || (selected >= total.count && !total.isMore);
  const focusArea = useFallbackFocus(String(isAll));
  // The row shows that it is selected before the bar appears.
  const isMounted = useDeferredValue(selected > 0);
  const isShown = isMounted && selected > 0;
  // Not `body:has()`, which would give all elements new styles.
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-batch-bar', isShown);
    return () => document.body.removeAttribute('data-batch-bar');
  }, [isShown]);
  if (!isShown) return null;
  return (
    <section ref={focusArea} tabIndex={-1} className={styles.batch} aria-label={texts.label}>
      <span className={styles.batchCount} role="status">
        {texts.selected(selected)}
      </span>
      {!isAll && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={inbox.counting.isLoading}
          onClick={inbox.selectAll}
        >
          {inbox.counting.hasFailed ? texts.countFailed : texts.selectAll(total)}
        </Button>
      )}
      <StatusMenu
        onChoose={inbox.setStatus}
        button={(props) => (
          <Button size="compact-sm" variant="default" rightSection={<ChevronDown size={14} />} {...props}>
            {texts.status}
          </Button>
        )}
      />
      <Button size="compact-sm" variant="default" onClick={open.assign}>
        {texts.assign}
      </Button>
      <Button size="compact-sm" variant="default" onClick={open.tag}>
        {texts.tags}
      </Button>
      <Button size="compact-sm" variant="default" onClick={open.merge}>
        {texts.merge}
      </Button>
      <Button size="compact-sm" variant="default" onClick={open.publish}>
        {t.publicCard.publish}
      </Button>
      <ActionIcon size={30} variant="default" aria-label={texts.remove} onClick={open.remove}>
        <Trash2 size={15} />
      </ActionIcon>
      <CloseButton aria-label={texts.clear} onClick={inbox.clear} />
    </section>
  );
}
