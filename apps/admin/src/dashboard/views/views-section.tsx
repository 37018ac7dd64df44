import type { View } from '@libs/contract';
import { useLocalStorage } from '@mantine/hooks';
import { ChevronRight } from 'lucide-react';
import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react';
import { useUpdateView, useViewCounts, useViews } from '../api/views';
import { useMayDo } from '../api/team/role';
import { t } from '../../messages';
import { useOpenView } from './use-open-view';
import { useViewActions } from './use-view-actions';
import { ViewDialog } from './view-dialog';
import { ViewRow } from './view-row';
import styles from './views.module.css';

const texts = t.views;
/** The views in the navigation, with their counts. Collapsible, because there can be 60. */
export function ViewsSection({ onNavigate }: { readonly onNavigate: () => void }) {
  const [isExpanded, setExpanded] = useLocalStorage({
    key: 'views-expanded',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const mayChange = useMayDo('views.change');
  const hasViews = Boolean(useViews().data?.length);
  // Who can't save views has only those from before.
  if (!mayChange && !hasViews) return null;
  return (
    <section aria-labelledby="views-heading" className={styles.section}>
      <h2 id="views-heading" className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          <ChevronRight size={13} />
          {texts.title}
        </button>
      </h2>
      {isExpanded && <ViewList onNavigate={onNavigate} />}
    </section>
  );
}

function ViewList({ onNavigate }: { readonly onNavigate: () => void }) {
  const { data, error, refetch } = useViews();
  if (data?.length) {
    const [own, shared] = [data.filter((view) => !view.shared), data.filter((view) => view.shared)];
    return (
      <>
        {own.length > 0 && <LoadedViews views={own} label={texts.title} onNavigate={onNavigate} />}
        {shared.length > 0 && (
          <>
            <h3 className={styles.group}>{texts.sharedTitle}</h3>
            <LoadedViews views={shared} label={texts.sharedTitle} onNavigate={onNavigate} />
          </>
        )}
      </>
    );
  }
  if (data) return <p className={styles.hint}>{texts.empty}</p>;
  if (!error) return <p className={styles.hint}>{texts.loading}</p>;
  return (
    <p className={styles.hint} role="alert">
      {texts.failed}{' '}
      <button type="button" className={styles.retry} onClick={() => void refetch()}>
        {texts.retry}
      </button>
    </p>
  );
}

interface Props {
  readonly views: readonly View[];
  readonly label: string;
  readonly onNavigate: () => void;
}

function LoadedViews({ views, label, onNavigate }: Props) {
  const counts = useViewCounts(true).data;
  const actions = useViewActions(views);
  const update = useUpdateView();
  // From the click on, until its items are rendered.
  const [open, setOpen] = useOptimistic(useOpenView());
  const [renamed, setRenamed] = useState<View | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  /** The view whose button had the focus before it was moved in the document. */
  const movedId = useRef<string | null>(null);
  useEffect(() => {
    if (movedId.current && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-view="${movedId.current}"] button`)?.focus();
  }, [views]);
  function move(view: View, by: number): void {
    movedId.current = view.id;
    actions.move(view, by);
    setAnnouncement(texts.moved(view.name, views.indexOf(view) + by + 1, views.length));
  }
  return (
    <>
      <ul className={styles.list} ref={list} aria-label={label}>
        {views.map((view, position) => (
          <ViewRow
            key={view.id}
            view={view}
            count={counts?.[view.id]}
            isOpen={view === open}
            isFirst={position === 0}
            isLast={position === views.length - 1}
            onNavigate={() => {
              startTransition(() => setOpen(view));
              onNavigate();
            }}
            onRename={() => setRenamed(view)}
            onShare={() => actions.share(view)}
            onMove={(by) => move(view, by)}
            onRemove={() => actions.remove(view)}
          />
        ))}
      </ul>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
      {renamed && (
        <ViewDialog
          title={texts.rename}
          submitLabel={texts.renameSubmit}
          name={renamed.name}
          onSubmit={(name) => update.mutateAsync({ id: renamed.id, name })}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}
