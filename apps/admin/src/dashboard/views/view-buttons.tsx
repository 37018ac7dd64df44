import type { View } from '@libs/contract';
import { Button } from '@mantine/core';
import { BookmarkPlus, BookmarkCheck, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMayDo } from '../api/team/role';
import { useCreateView, useViews } from '../api/views';
import { currentParams, withParams } from '../items/filters/item-filter';
import { notify } from '../items/notices';
import { t } from '../../messages';
import { useShortcut } from '../../ui/shortcuts/shortcuts';
import { openViewOf, VIEW_PARAM } from './use-open-view';
import { isChanged, toViewParameters } from './view-url';
import { useViewActions } from './use-view-actions';
import { ViewDialog } from './view-dialog';
import styles from './views.module.css';

const texts = t.views;
const NO_VIEWS: readonly View[] = [];

/** Buttons that save the list as a view, or update the open one. Shown while there is something to save. */
export function ViewButtons({ scope }: { readonly scope: string }) {
  const [params, setParams] = useSearchParams();
  const views = useViews().data;
  const create = useCreateView();
  const actions = useViewActions(views ?? NO_VIEWS);
  const [isNaming, setNaming] = useState(false);
  const open = openViewOf(views, params);
  const maySave = useMayDo('views.change');
  const canSave = maySave && views !== undefined && isChanged(open, params);
  const saveLabel = open ? texts.saveAsNew : texts.save;
  useShortcut('v', texts.save, () => setNaming(true), { scope, enabled: canSave });
  async function save(name: string): Promise<void> {
    const { id } = await create.mutateAsync({ name, parameters: toViewParameters(params) });
    setParams(withParams(currentParams(), { [VIEW_PARAM]: id }), { replace: true });
    notify({ text: texts.saved(name.trim()) });
  }
  return (
    <>
      {canSave && (
        <div className={styles.buttons}>
          {open && (
            <ViewButton
              label={texts.update}
              Icon={BookmarkCheck}
              onClick={() => actions.replace(open, toViewParameters(params))}
            />
          )}
          <ViewButton label={saveLabel} Icon={BookmarkPlus} onClick={() => setNaming(true)} />
        </div>
      )}
      {isNaming && (
        <ViewDialog
          title={texts.save}
          submitLabel={texts.save}
          onSubmit={save}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly onClick: () => void;
}

/** On a phone, only the icon is visible. */
function ViewButton({ label, Icon, onClick }: ButtonProps) {
  return (
    <Button variant="default" size="compact-sm" title={label} aria-label={label} onClick={onClick}>
      <Icon size={15} />
      <span className={styles.buttonLabel}>{label}</span>
    </Button>
  );
}
