import type { Item } from '@libs/contract';
import { Button, Skeleton, Stack } from '@mantine/core';
import { ChevronDown, ChevronUp, Link, Trash2, X } from 'lucide-react';
import { lazy, memo, Suspense, useEffect, useRef } from 'react';
import { ApiError } from '../api/requests/client';
import { useItem } from '../api/items/item-queries';
import { useMarkItemRead } from '../api/notifications/notifications';
import { useOffersMessages } from '../api/session';
import { useMayDo } from '../api/team/role';
import { t } from '../../messages';
import { IconButton } from '../../ui/icon-button';
import { EmptyState } from '../../ui/states/empty-state';
import { ErrorState } from '../../ui/states/error-state';
import { useCommands } from '../../ui/shortcuts/shortcuts';
import { StatusIcon } from '../../ui/badges/status-icon';
import { copyLink } from './links/copy-link';
import { useHiddenItems } from './mutations/item-mutations';
import { PublicMark } from './public-card/public-mark';
import styles from './items.module.css';
import { StatusMenu } from './status-menu';
import { useItemActions } from './mutations/use-item-actions';
import { openTelling } from './status-messages/tell-target';

const ItemContent = lazy(() => import('./item-content'));

interface Props {
  readonly id: string;
  readonly onClose: () => void;
  /** Opens the previous or next item of the list; absent if the list has no other item. */
  readonly onStep?: (by: 1 | -1) => void;
  /** The panel takes the focus when this grows: after a key press, or if it covers the page. */
  readonly focusRequests?: number;
}

/** Shows one item, with actions to edit it, change its status, and delete it. */
export const ItemPanel = memo(function ItemPanel({ id, onClose, onStep, focusRequests = 0 }: Props) {
  const item = useItem(id);
  const isHidden = useHiddenItems().has(id);
  useMarkItemRead(id);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focusRequests) panel.current?.focus();
  }, [focusRequests]);
  const isMissing = isHidden || (item.error instanceof ApiError && item.error.status === 404);
  return (
    <section ref={panel} className={styles.panel} aria-label={t.items.panel} tabIndex={-1} data-panel>
      <PanelBar item={isMissing ? undefined : item.data} onClose={onClose} onStep={onStep} />
      <div className={styles.panelBody}>
        {isMissing ? (
          <EmptyState title={t.items.missingTitle} hint={t.items.missingText} />
        ) : item.data ? (
          <Suspense fallback={<LoadingContent />}>
            <ItemContent key={id} item={item.data} />
          </Suspense>
        ) : item.isError ? (
          <ErrorState title={t.items.loadFailed} error={item.error} onRetry={() => void item.refetch()} />
        ) : (
          <LoadingContent />
        )}
      </div>
    </section>
  );
});

function LoadingContent() {
  return (
    <Stack gap="sm" aria-busy>
      <Skeleton height={26} width="80%" />
      <Skeleton height={12} mt="md" />
      <Skeleton height={12} width="60%" />
    </Stack>
  );
}

function PanelBar({ item, onClose, onStep }: { item: Item | undefined } & Pick<Props, 'onClose' | 'onStep'>) {
  const { setStatus, removal } = useItemActions();
  const mayChange = useMayDo('items.change');
  const isOffered = useOffersMessages();
  useCommands(t.items.panel, { [t.items.copyLink]: () => item && void copyItemLink(item.id) });
  return (
    <div className={styles.panelBar}>
      {item && item.merged_into === null && !mayChange && (
        <span className={styles.panelStatus}>
          <StatusIcon status={item.status} />
          {t.ui.statuses[item.status]}
        </span>
      )}
      {item && item.merged_into === null && mayChange && (
        <StatusMenu
          current={item.status}
          onChoose={(status) => void setStatus([item], status)}
          onTell={isOffered ? () => openTelling(() => [item]) : undefined}
          button={(props) => (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<StatusIcon status={item.status} />}
              rightSection={<ChevronDown size={14} />}
              aria-label={t.items.changeStatus(t.ui.statuses[item.status])}
              {...props}
            >
              {t.ui.statuses[item.status]}
            </Button>
          )}
        />
      )}
      {item && (
        <span className={styles.panelMark}>
          <PublicMark item={item} />
        </span>
      )}
      <span className={styles.grow} />
      {onStep && (
        <>
          <IconButton label={t.items.previous} icon={ChevronUp} onClick={() => onStep(-1)} />
          <IconButton label={t.items.next} icon={ChevronDown} onClick={() => onStep(1)} />
        </>
      )}
      {item && (
        <>
          <IconButton label={t.items.copyLink} icon={Link} onClick={() => void copyItemLink(item.id)} />
          {mayChange && (
            <IconButton label={t.items.remove} icon={Trash2} onClick={() => (removal([item])(), onClose())} />
          )}
        </>
      )}
      <IconButton label={t.items.close} icon={X} onClick={onClose} />
    </div>
  );
}

const copyItemLink = (id: string) => copyLink(`${location.origin}/app/inbox?item=${id}`, t.items.copied);
