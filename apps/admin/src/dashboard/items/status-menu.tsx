import type { Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { Menu } from '@mantine/core';
import { Check, Megaphone } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '../../messages';
import { StatusIcon } from '../../ui/badges/status-icon';
import { MenuOnDemand } from '../../ui/on-demand/menu-on-demand';

interface Props {
  readonly current?: Status;
  readonly label?: string;
  onChoose(status: Status): void;
  /** Tells the people who follow the item; absent if they cannot be told. */
  onTell?(): void;
  /** The button that opens it. */
  readonly button: ComponentProps<typeof MenuOnDemand>['button'];
}

/** A menu of the five statuses, numbered like their shortcuts. */
export function StatusMenu({ current, label, onChoose, onTell, button }: Props) {
  return (
    <MenuOnDemand position="bottom-start" width={200} button={button}>
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
    </MenuOnDemand>
  );
}
