import type { SessionInfo } from '@libs/contract';
import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import {
  BookOpen,
  ChevronsUpDown,
  CircleUserRound,
  Command,
  ExternalLink,
  Keyboard,
  Link2,
  LogOut,
  Monitor,
  Moon,
  Sun,
} from 'lucide-react';
import { Link } from 'react-router';
import { useSignOut } from '../api/session';
import { t } from '../../messages';
import { copyLink } from '../items/links/copy-link';
import { storeChanges } from '../items/mutations/item-mutations';
import { errorMessage } from '../../ui/error-messages';
import { MenuOnDemand } from '../../ui/on-demand/menu-on-demand';
import { useCommands } from '../../ui/shortcuts/shortcuts';
import { openCommandPalette } from './commands/command-palette';
import { openShortcutSheet } from './shortcut-sheet';
import styles from './user-menu.module.css';

const SCHEME_ICONS = { auto: Monitor, light: Sun, dark: Moon };

const texts = t.shell.user;

export function UserMenu({ session: { person, account, base_url } }: { readonly session: SessionInfo }) {
  const queryClient = useQueryClient();
  const signOut = useSignOut(() => storeChanges(queryClient));
  const signOutAndReload = () =>
    signOut.mutate(undefined, {
      // A reload clears this account's data from memory.
      onSuccess: () => window.location.assign('/app/sign-in'),
      onError: (error) =>
        notifications.show({ color: 'red', title: texts.signOutFailed, message: errorMessage(error) }),
    });
  const formUrl = `${base_url}/f/${account.slug}`;
  const copyForm = () => void copyLink(formUrl, texts.formCopied);
  useCommands(t.shell.shortcuts.everywhere, {
    [texts.openForm]: () => openTab(formUrl),
    [texts.copyForm]: copyForm,
    [texts.reference]: () => openTab('/docs'),
    ...useSchemeCommands(),
    [texts.signOut]: signOutAndReload,
  });
  return (
    <MenuOnDemand
      position="top-start"
      width={240}
      withinPortal={false}
      button={(props) => (
        <UnstyledButton className={styles.target} aria-label={texts.menu(person.email)} {...props}>
          <CircleUserRound size={18} />
          <span className={`truncate ${styles.email}`}>{person.name}</span>
          <ChevronsUpDown size={14} className={styles.hint} />
        </UnstyledButton>
      )}
    >
      <Menu.Dropdown>
        <Menu.Label className={styles.fullEmail}>
          <strong className={styles.fullName}>{person.name}</strong>
          {person.email}
        </Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<CircleUserRound size={15} />}>
          {texts.profile}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={formUrl}
          target="_blank"
          rel="noopener"
          leftSection={<ExternalLink size={15} />}
        >
          {texts.openForm}
        </Menu.Item>
        <Menu.Item leftSection={<Link2 size={15} />} onClick={copyForm}>
          {texts.copyForm}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          rel="noopener"
          leftSection={<BookOpen size={15} />}
        >
          {texts.reference}
        </Menu.Item>
        <Menu.Item leftSection={<Command size={15} />} onClick={openCommandPalette}>
          {t.shell.commands.open}
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={15} />} onClick={openShortcutSheet}>
          {texts.shortcuts}
        </Menu.Item>
        <Menu.Divider />
        <ColorSchemes />
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={15} />} onClick={signOutAndReload} disabled={signOut.isPending}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </MenuOnDemand>
  );
}

const openTab = (url: string) => window.open(url, '_blank', 'noopener');

const SCHEMES = Object.keys(SCHEME_ICONS) as MantineColorScheme[];

function useSchemeCommands(): Record<string, () => void> {
  const { setColorScheme } = useMantineColorScheme();
  return Object.fromEntries(
    SCHEMES.map((scheme) => [texts.setScheme(texts.schemes[scheme]), () => setColorScheme(scheme)]),
  );
}

function ColorSchemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{texts.scheme}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        {SCHEMES.map((scheme) => {
          const Icon = SCHEME_ICONS[scheme];
          return (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              closeMenuOnClick={false}
              rightSection={<Icon size={15} />}
            >
              {texts.schemes[scheme]}
            </Menu.RadioItem>
          );
        })}
      </Menu.RadioGroup>
    </>
  );
}
