import type { ModalProps } from '@mantine/core';
import styles from './listbox.module.css';
import { Dialog } from '../forms/dialog';

type Props = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'onExitTransitionEnd' | 'children'> & {
  readonly isOpen?: boolean;
};

/** A dialog that is a search field above a list of options. Its title is for screen readers. */
export function ListboxDialog({ isOpen = true, ...props }: Props) {
  return (
    <Dialog
      {...props}
      opened={isOpen}
      withCloseButton={false}
      yOffset="12vh"
      classNames={{ header: 'visually-hidden', body: styles.body }}
    />
  );
}
