import type { Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { Menu } from '@mantine/core';
import { Check, Megaphone } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { t } from '../../messages';
import { StatusIcon } from '../../ui/badges/status-icon';

interface Props {
  readonly current?: Status;
  readonly label?: string;
  readonly defaultOpened?: boolean;
  onChoose(status: Status): void;
  onClose?(): void;
  /** Tells the people who follow the item; absent if they cannot be told. */
  onTell?(): void;
  /** The button that opens it. */
  readonly children: ReactNode;
}

/** A menu of the five statuses, numbered like their shortcuts. */
export function StatusMenu({ current, label, defaultOpened, onChoose, onClose, onTell, children }: Props) {
  return (
    <Menu position="bottom-start" withinPortal width={200} defaultOpened={defaultOpened} onClose={onClose}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {label && <Menu.Label>{label}</Menu.Label>}
        {STATUSES.map((status, at) => (
          <Menu.Item
            key={status}
            leftSection={<StatusIcon status={status} />}
            rightSection={status === current ? <Check size={14} /> : <span aria-hidden>{at + 1}</span>}
            aria-current={status === current || undefined}
            onClick={() => onChoose(status)}
          >
            {t.ui.statuses[status]}
          </Menu.Item>
        ))}
        {onTell && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Megaphone size={14} />}
              rightSection={<span aria-hidden>S</span>}
              onClick={onTell}
            >
              {t.items.tell}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface OnDemandProps extends Omit<Props, 'children' | 'defaultOpened' | 'onClose'> {
  readonly button: (props: {
    readonly ref: Ref<HTMLButtonElement>;
    readonly 'aria-haspopup': 'menu';
    readonly onClick?: () => void;
  }) => ReactNode;
}

/** A `StatusMenu` that is rendered when its button is pressed: rows and cards are many, and change quickly. */
export function StatusMenuOnDemand({ button, ...menu }: OnDemandProps) {
  const [isMounted, setMounted] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const wasMounted = useRef(false);
  useEffect(() => {
    const isLost = wasMounted.current && !isMounted && document.activeElement === document.body;
    wasMounted.current = isMounted;
    // The menu, which had the focus, and its button are replaced by another button.
    if (isLost) ref.current?.focus({ preventScroll: true });
  }, [isMounted]);
  const props = { ref, 'aria-haspopup': 'menu' as const };
  if (!isMounted) return button({ ...props, onClick: () => setMounted(true) });
  return (
    <StatusMenu {...menu} defaultOpened onClose={() => setMounted(false)}>
      {button(props)}
    </StatusMenu>
  );
}
