import { Button, Group } from '@mantine/core';
import { ChevronDown, ChevronRight, Download } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { t } from '../../../messages';
import { saveFile } from '../../../ui/download';
import styles from './insights.module.css';

const texts = t.insights;

interface Props {
  readonly title: string;
  readonly fileName: string;
  readonly csv: () => string;
  /** The table. */
  readonly children: ReactNode;
}

/** Shows the table, and saves the file. */
export function Numbers({ title, fileName, csv, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const tableId = useId();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const suffix = <span className="visually-hidden">{texts.of(title)}</span>;
  return (
    <>
      <Group gap="xs">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? tableId : undefined}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.showTable}
          {suffix}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => saveFile(new Blob([csv()], { type: 'text/csv' }), fileName)}
        >
          {texts.download}
          {suffix}
        </Button>
      </Group>
      {isOpen && (
        <div
          id={tableId}
          className={styles.scroll}
          // Keyboards scroll a wide table.
          tabIndex={0}
          role="region"
          aria-label={texts.table(title)}
        >
          {children}
        </div>
      )}
    </>
  );
}
