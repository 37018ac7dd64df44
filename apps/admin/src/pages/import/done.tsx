import type { ImportReport } from '@libs/api-client';
import { Button, Group, Stack } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '../../messages';
import styles from './import.module.css';
import { Problems } from './problems';
import type { Source } from './use-import';

const texts = t.importing.done;

interface Props {
  readonly report: ImportReport;
  readonly source: Source;
  readonly onAgain: () => void;
}

/** What has happened, and where to go from here. */
export function Done({ report, source, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { created, existing, repeated, failed } = report;
  return (
    <Stack gap="lg" maw="56rem">
      <section className={styles.done}>
        <CircleCheck size={28} aria-hidden className={styles.doneIcon} />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {texts.title(created)}
          </h2>
          {existing > repeated && <p>{texts.existing(existing - repeated)}</p>}
          {repeated > 0 && <p>{texts.repeated(repeated)}</p>}
          {failed > 0 && <p>{texts.failed(failed)}</p>}
          <Group gap="sm" mt="md">
            <Button component={Link} to="/inbox">
              {texts.inbox}
            </Button>
            <Button variant="default" onClick={onAgain}>
              {texts.another}
            </Button>
          </Group>
        </div>
      </section>
      <Problems report={report} source={source} />
    </Stack>
  );
}
