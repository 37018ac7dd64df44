import type { Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { Menu } from '@mantine/core';
import { Check, Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
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
