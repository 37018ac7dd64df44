import type { Role } from '@libs/contract';
import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { t } from '../../../../messages';
import { MenuOnDemand } from '../../../../ui/on-demand/menu-on-demand';
import { OptionText } from '../../../../ui/option-text';
import styles from './members.module.css';

const texts = t.members;

interface Props {
  readonly label: string;
  readonly role: Role;
  /** The roles to choose from. */
  readonly roles: readonly Role[];
  readonly onChoose: (role: Role) => void;
}

/** A menu of roles, each with what it allows. */
export function RoleSelect({ label, role, roles, onChoose }: Props) {
  return (
    <MenuOnDemand
      position="bottom-end"
      width={300}
      withinPortal={false}
      button={(props) => (
        <Button
          size="xs"
          variant="default"
          className={styles.role}
          justify="space-between"
          rightSection={<ChevronDown size={14} />}
          aria-label={`${label}: ${texts.roles[role].name}`}
          {...props}
        >
          {texts.roles[role].name}
        </Button>
      )}
    >
      <Menu.Dropdown>
        <Menu.RadioGroup value={role} onChange={(to) => to !== role && onChoose(to as Role)}>
          {roles.toReversed().map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              <OptionText {...texts.roles[each]} />
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </MenuOnDemand>
  );
}
