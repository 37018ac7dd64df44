import { Popover, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOnDemand, type OnDemandButtonProps } from './use-on-demand';

interface Props extends Pick<PopoverProps, 'onChange' | 'position' | 'width' | 'closeOnEscape'> {
  readonly isOpen: boolean;
  /** The button that opens it. */
  readonly button: (props: OnDemandButtonProps) => ReactNode;
  /** Its dropdown. */
  readonly children: ReactNode;
}

/** A popover that traps the focus, and is rendered when it first opens. */
export function PopoverOnDemand({ isOpen, button, children, ...popover }: Props) {
  const { isRendered, opened, buttonProps } = useOnDemand(isOpen, 'dialog');
  if (!isRendered) return button(buttonProps);
  return (
    <Popover {...popover} opened={opened} trapFocus returnFocus floatingStrategy="fixed">
      <Popover.Target>{button(buttonProps)}</Popover.Target>
      {children}
    </Popover>
  );
}
