import { Kbd, Modal, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Fragment, useEffect, useSyncExternalStore } from 'react';
import { t } from '../../messages';
import type { Keys, Shortcut } from '../../ui/shortcuts/shortcut-registry';
import { shortcuts, useShortcut, useSingleKeys } from '../../ui/shortcuts/shortcuts';
import styles from './shortcut-sheet.module.css';

const texts = t.shell.shortcuts;
const OPEN = 'open-shortcuts';

/** From the menu: the sheet stands elsewhere. */
export const openShortcutSheet = () => window.dispatchEvent(new Event(OPEN));

/** Every shortcut in force on this page, by where it works. */
export function ShortcutSheet() {
  const [opened, { open, close }] = useDisclosure(false);
  useShortcut('?', texts.help, open, { scope: texts.everywhere });
  useEffect(() => {
    window.addEventListener(OPEN, open);
    return () => window.removeEventListener(OPEN, open);
  }, [open]);
  return (
    <Modal opened={opened} onClose={close} title={texts.title} size="lg">
      <Sheet />
    </Modal>
  );
}

function Sheet() {
  const all = useSyncExternalStore(shortcuts.subscribe, shortcuts.all);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const scopes = [...new Set(all.map(({ scope }) => scope))];
  return (
    <Stack gap="lg">
      <Switch
        label={texts.singleKeys}
        description={texts.singleKeysHint}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <div className={styles.scopes}>
        {scopes.map((scope) => (
          <section key={scope} aria-label={scope} className={styles.scope}>
            <h3 className={styles.heading}>{scope}</h3>
            <dl className={styles.list}>
              {byDescription(all.filter((shortcut) => shortcut.scope === scope)).map(
                ([description, keys]) => (
                  <div key={description} className={styles.row}>
                    <dt>{description}</dt>
                    <dd>
                      <AnyOf keys={keys} />
                    </dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        ))}
      </div>
    </Stack>
  );
}

const byDescription = (some: readonly Shortcut[]): [string, readonly Keys[]][] => {
  const found = new Map<string, Set<Keys>>();
  for (const { description, keys } of some) {
    found.set(description, new Set([...(found.get(description) ?? []), ...keys]));
  }
  return [...found].map(([description, keys]) => [description, [...keys]]);
};

const NAMES: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  delete: 'Del',
  space: 'Space',
  arrowup: '↑',
  arrowdown: '↓',
};

function AnyOf({ keys }: { readonly keys: readonly Keys[] }) {
  return keys.map((combination, index) => (
    <Fragment key={combination}>
      {index > 0 && ` ${texts.or} `}
      {combination.split(' ').map((press, place) => (
        <Fragment key={place}>
          {place > 0 && ` ${texts.then} `}
          <Kbd>
            {press
              .split('+')
              .map((key) => NAMES[key] ?? key.toUpperCase())
              .join(' ')}
          </Kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}
