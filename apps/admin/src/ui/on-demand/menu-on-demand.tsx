import { Menu, type MenuProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useOnDemand, type OnDemandButtonProps } from './use-on-demand';

interface Props extends Pick<MenuProps, 'position' | 'width' | 'withinPortal' | 'floatingStrategy'> {
  /** The button that opens it. */
  readonly button: (props: OnDemandButtonProps & { readonly onClick?: () => void }) => ReactNode;
  /** Its dropdown. */
  readonly children: ReactNode;
}

/** A menu that is rendered when its button is first pressed. */
export function MenuOnDemand({ button, children, ...menu }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { isRendered, opened, buttonProps } = useOnDemand(isOpen, 'menu');
  if (!isRendered) return button({ ...buttonProps, onClick: () => setOpen(true) });
  return (
    <Menu {...menu} opened={opened} onChange={setOpen}>
      <Menu.Target>{button(buttonProps)}</Menu.Target>
      {children}
    </Menu>
  );
}
