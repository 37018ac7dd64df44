import type { SessionInfo } from '@libs/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../messages';
import { MenuOnDemand } from '../../../ui/on-demand/menu-on-demand';
import { OptionText } from '../../../ui/option-text';
import { lazyDialog } from '../../../ui/lazy-dialog';
import styles from './account-menu.module.css';
import { useAccountSwitch } from './use-account-switch';

const NewAccountDialog = lazyDialog(async () => (await import('./new-account-dialog')).NewAccountDialog);

const texts = t.shell.accounts;

/** The name of the current account, with a menu to switch to others and to create one, if the person can. */
export function AccountMenu({ session }: { readonly session: SessionInfo }) {
  const { account, accounts, can_create_accounts: canCreate } = session;
  return accounts.length > 1 || canCreate ? (
    <Switcher session={session} />
  ) : (
    <div className={styles.account} title={account.name}>
      <AccountName name={account.name} />
    </div>
  );
}

function Switcher({ session }: { readonly session: SessionInfo }) {
  const { account, accounts, can_create_accounts: canCreate } = session;
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  const switchTo = useAccountSwitch(session, canCreate ? { [texts.create]: create } : {});
  return (
    <>
      <MenuOnDemand
        position="bottom-start"
        width={260}
        withinPortal={false}
        button={(props) => (
          <UnstyledButton
            className={styles.account}
            data-menu
            title={account.name}
            aria-label={texts.menu(account.name)}
            {...props}
          >
            <AccountName name={account.name} />
            <ChevronsUpDown size={14} className={styles.hint} />
          </UnstyledButton>
        )}
      >
        <Menu.Dropdown className={styles.accounts}>
          <Menu.Label>{texts.title}</Menu.Label>
          <Menu.RadioGroup value={account.id} onChange={switchTo}>
            {accounts.map(({ id, name, role }) => (
              <Menu.RadioItem key={id} value={id}>
                <OptionText name={name} hint={t.members.roles[role].name} />
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          {canCreate && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Plus size={15} />} onClick={create}>
                {texts.create}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </MenuOnDemand>
      {isCreating && <NewAccountDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function AccountName({ name }: { readonly name: string }) {
  return (
    <>
      <span className={styles.mark} aria-hidden>
        {[...name][0]?.toUpperCase()}
      </span>
      <span className={`truncate ${styles.name}`}>{name}</span>
    </>
  );
}
