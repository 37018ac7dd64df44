import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../messages';
import { saveFile } from '../../../ui/download';
import { Disclosure } from '../../../ui/layout/disclosure';
import { ScrollBox } from '../../../ui/layout/scroll-box';

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
  const label = (text: string) => (
    <>
      {text}
      <span className="visually-hidden">{texts.of(title)}</span>
    </>
  );
  return (
    <Disclosure
      label={label(texts.showTable)}
      aside={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Download size={14} />}
          onClick={() => saveFile(new Blob([csv()], { type: 'text/csv' }), fileName)}
        >
          {label(texts.download)}
        </Button>
      }
    >
      <ScrollBox label={texts.table(title)}>{children}</ScrollBox>
    </Disclosure>
  );
}
