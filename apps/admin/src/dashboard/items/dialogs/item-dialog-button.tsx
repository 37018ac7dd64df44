import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import type { ItemDialogProps } from './item-dialogs';
import { useItemActions } from '../mutations/use-item-actions';

interface Props {
  readonly item: Item;
  readonly Dialog: ComponentType<ItemDialogProps>;
  readonly children: string;
}

/** Opens a dialog that changes one item. */
export function ItemDialogButton({ item, Dialog, children }: Props) {
  const { edit } = useItemActions();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <Dialog
          items={[item]}
          count={1}
          onEdit={(change) => edit([item], change)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
