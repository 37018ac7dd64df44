import { Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { t } from '../../messages';
import { KeyCombinations } from '../../ui/shortcuts/key-combinations';
import type { Keys, Shortcut } from '../../ui/shortcuts/shortcut-registry';
import { shortcuts, useShortcut, useSingleKeys } from '../../ui/shortcuts/shortcuts';
import styles from './shortcut-sheet.module.css';
import { Dialog } from '../../ui/forms/dialog';

const texts = t.shell.shortcuts;
const OPEN_EVENT = 'open-shortcuts';

/** Opens the sheet from the menu. */
export const openShortcutSheet = () => window.dispatchEvent(new Event(OPEN_EVENT));

/** Lists the active shortcuts by scope. */
export function ShortcutSheet() {
  const [opened, { open, close }] = useDisclosure(false);
  useShortcut('?', texts.help, open, { scope: texts.everywhere });
  useEffect(() => {
    window.addEventListener(OPEN_EVENT, open);
    return () => window.removeEventListener(OPEN_EVENT, open);
  }, [open]);
  return (
    <Dialog opened={opened} onClose={close} title={texts.title} size="lg">
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const all = useSyncExternalStore(shortcuts.subscribe, shortcuts.all).filter(({ keys }) => keys.length > 0);
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
            <dl>
              {groupByDescription(all.filter((shortcut) => shortcut.scope === scope)).map(
                ([description, keys]) => (
                  <div key={description} className={styles.row}>
                    <dt>{description}</dt>
                    <dd>
                      <KeyCombinations keys={keys} />
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

const groupByDescription = (all: readonly Shortcut[]): [string, readonly Keys[]][] => {
  const keysByDescription = new Map<string, Set<Keys>>();
  for (const { description, keys } of all) {
    keysByDescription.set(description, new Set([...(keysByDescription.get(description) ?? []), ...keys]));
  }
  return [...keysByDescription].map(([description, keys]) => [description, [...keys]]);
};
