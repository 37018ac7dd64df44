import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './tab-panels.module.css';

interface Props<T extends string> {
  /** Names the tabs for screen readers. */
  readonly label: string;
  readonly names: Readonly<Partial<Record<T, string>>>;
  readonly tabs: readonly T[];
  readonly value: T;
  readonly onChange: (tab: T) => void;
  /** The panel of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs in one row, which scrolls if it is too long. */
export function TabPanels<T extends string>({ label, names, tabs, value, onChange, children }: Props<T>) {
  return (
    <Tabs keepMounted={false} value={value} onChange={(tab) => onChange(tab as T)}>
      <Tabs.List aria-label={label} className={styles.tabs}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {names[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="sm">
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
