import type { Item } from '@libs/contract';
import { Button, Group } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../../messages';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { MoreButton } from '../../../ui/states/more-button';
import { QueryState } from '../../../ui/states/query-state';
import { useFallbackFocus } from '../../../ui/focus/use-fallback-focus';
import { useItems } from '../../api/items/item-queries';
import { useMayDo } from '../../api/team/role';
import { PanelSection } from '../panel-section';
import { formatValue } from './format-value';
import { useRequests } from './request-queries';
import { RequestRow } from './request-row';
import styles from './requests.module.css';

const texts = t.requests;
/** Number of requests that are shown before the list is unfolded. */
const FOLDED_MAX = 5;

const loadPasteDialog = async () => (await import('./paste-dialog')).PasteDialog;
const loadRequestDialog = async () => (await import('./request-dialog')).RequestDialog;
const PasteDialog = lazyDialog(loadPasteDialog);
const RequestDialog = lazyDialog(loadRequestDialog);

/** Who asks for an item: its submitter, those of its duplicates, and other people. */
export function ItemRequests({ item }: { readonly item: Item }) {
  const mayChange = useMayDo('items.change');
  const { request_count: count, request_value: value } = item;
  const total = value > 0 ? `${texts.title(count)} · ${texts.value(formatValue(value))}` : texts.title(count);
  return (
    <PanelSection title={total} aside={mayChange && <Actions item={item} />}>
      {item.duplicate_count > 0 ? (
        <RequestsOfTarget item={item} />
      ) : (
        <Requests item={item} titles={NO_TITLES} />
      )}
    </PanelSection>
  );
}

function Actions({ item }: { readonly item: Item }) {
  const [open, setOpen] = useState<'add' | 'paste' | null>(null);
  const Dialog = open === 'paste' ? PasteDialog : RequestDialog;
  useShortcut('r', texts.add.open, () => setOpen('add'), { scope: t.items.panel });
  // Typing can follow the key immediately. After an error, the dialog loads again when it opens.
  useEffect(() => void loadRequestDialog().catch(() => {}), []);
  return (
    <Group gap={6} ml="auto">
      <Button size="compact-xs" variant="default" onClick={() => setOpen('add')}>
        {texts.add.open}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => setOpen('paste')}>
        {texts.paste.open}
      </Button>
      {open && <Dialog item={item} onClose={() => setOpen(null)} />}
    </Group>
  );
}

type Titles = ReadonlyMap<string, string>;
const NO_TITLES: Titles = new Map();

/** The list of duplicates, which is the source of the titles, is in the panel, too. */
function RequestsOfTarget({ item }: { readonly item: Item }) {
  const { rows } = useItems({ merged_into: item.id, sort: '-created_at' });
  const titles = useMemo(() => new Map(rows.map(({ id, title }) => [id, title])), [rows]);
  return <Requests item={item} titles={titles} />;
}

interface ListProps {
  readonly item: Item;
  /** Titles of the duplicates. */
  readonly titles: Titles;
}

function Requests({ item, titles }: ListProps) {
  const list = useRequests(item);
  return (
    <QueryState
      query={list}
      loading={texts.loading}
      rows={Math.min(item.request_count, FOLDED_MAX)}
      failed={texts.failed}
    >
      {() => <RequestRows item={item} titles={titles} list={list} />}
    </QueryState>
  );
}

interface RowsProps extends ListProps {
  readonly list: ReturnType<typeof useRequests>;
}

function RequestRows({ item, titles, list }: RowsProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { rows, hasNextPage } = list;
  const isFolded = !isUnfolded && rows.length > FOLDED_MAX;
  // The button disappears with the last page.
  const area = useFallbackFocus(String(isFolded || hasNextPage));
  const more = isFolded ? { ...list, hasNextPage: true, fetchNextPage: () => setUnfolded(true) } : list;
  return (
    <div ref={area} tabIndex={-1} className={styles.area}>
      <ul className={styles.list} aria-label={texts.list}>
        {(isFolded ? rows.slice(0, FOLDED_MAX) : rows).map((request) => (
          <RequestRow
            key={request.id}
            item={item}
            request={request}
            duplicate={request.feedback_id === item.id ? null : (titles.get(request.feedback_id) ?? '')}
          />
        ))}
      </ul>
      <MoreButton list={more} size="compact-sm" failed={texts.moreFailed}>
        {texts.more}
      </MoreButton>
    </div>
  );
}
