import { useState, type ComponentType, type ReactNode } from 'react';
import { t } from '../../../messages';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';
import { Announcer } from '../announcer';
import {
  AssigneeDialog,
  MergeDialog,
  NewItemDialog,
  PublishDialog,
  TagDialog,
  type ItemDialogProps,
  type Targets,
} from './item-dialogs';
import { notifyIfReadOnly } from '../duplicates/read-only';
import { ConflictDialog } from '../editing/conflict-dialog';
import { UNDO_TIMEOUT_MS } from '../mutations/item-mutations';
import { notifyIfNotPublishable } from '../public-card/not-publishable';
import { openTelling } from '../status-messages/tell-target';

interface Options {
  /** Takes what is selected now. */
  readonly targets: () => Targets;
  /** Opens a new item. */
  readonly onOpen: (id: string) => void;
}

interface ItemDialogs extends Readonly<
  Record<'create' | 'assign' | 'tag' | 'merge' | 'publish' | 'tell' | 'remove', () => void>
> {
  /** To render. */
  readonly dialogs: ReactNode;
}

/** The dialogs of a page with items, and functions that open them. The deletion of one item needs no dialog. */
export function useItemDialogs({ targets, onOpen }: Options): ItemDialogs {
  const [isCreating, setCreating] = useState(false);
  const [removed, setRemoved] = useState<Targets | null>(null);
  const [merged, setMerged] = useState<Targets | null>(null);
  const [published, setPublished] = useState<Targets | null>(null);
  const [edited, setEdited] = useState<{
    readonly targets: Targets;
    readonly Dialog: ComponentType<ItemDialogProps>;
  } | null>(null);
  const withTargets = (open: (targets: Targets) => void) => () => {
    const taken = targets();
    if (taken.items.length > 0) open(taken);
  };
  const editWith = (Dialog: ComponentType<ItemDialogProps>) =>
    withTargets((taken) => notifyIfReadOnly(taken.items) || setEdited({ targets: taken, Dialog }));
  return {
    create: () => setCreating(true),
    assign: editWith(AssigneeDialog),
    tag: editWith(TagDialog),
    merge: withTargets(setMerged),
    publish: withTargets((taken) => notifyIfNotPublishable(taken.items) || setPublished(taken)),
    tell: () => openTelling(() => targets().items),
    remove: withTargets((taken) => (taken.count > 1 ? setRemoved(taken) : taken.remove())),
    dialogs: (
      <>
        {isCreating && <NewItemDialog onClose={() => setCreating(false)} onOpen={onOpen} />}
        {edited && (
          <edited.Dialog
            items={edited.targets.items}
            count={edited.targets.count}
            onEdit={edited.targets.edit}
            onClose={() => setEdited(null)}
          />
        )}
        {merged && <MergeDialog {...merged} onEdit={merged.merge} onClose={() => setMerged(null)} />}
        {published && (
          <PublishDialog items={published.items} count={published.count} onClose={() => setPublished(null)} />
        )}
        {removed && (
          <ConfirmDialog
            title={t.items.removeTitle(removed.count)}
            text={t.items.removeText(UNDO_TIMEOUT_MS / 1000)}
            confirm={t.items.remove}
            danger
            onConfirm={() => (setRemoved(null), removed.remove())}
            onClose={() => setRemoved(null)}
          />
        )}
        <ConflictDialog />
        <Announcer />
      </>
    ),
  };
}
