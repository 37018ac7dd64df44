import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRecentImports } from '../../../api/import';
import { t } from '../../../../messages';
import { RelativeTime } from '../../../../ui/time/relative-time';
import { Section } from '../../../../ui/layout/section';
import styles from '../import.module.css';
import { UndoDialog, type UndoResult } from './undo-dialog';

const texts = t.importing.recent;
const SHOWN_MAX = 5;

/** Imports of any client that can still be undone; renders nothing if there are none. */
export function RecentImports() {
  const imports = useRecentImports().data ?? [];
  const [isExpanded, setExpanded] = useState(false);
  const [importToUndo, setImportToUndo] = useState<string | null>(null);
  const [undone, setUndone] = useState<UndoResult | null>(null);
  if (imports.length === 0 && undone === null) return null;
  const shown = isExpanded ? imports : imports.slice(0, SHOWN_MAX);
  return (
    <Section title={texts.title} hint={texts.hint}>
      <p className={styles.dim} role="status">
        {undone && t.importing.undo.done(undone)}
      </p>
      <ul className={styles.recent}>
        {shown.map(({ id, created, requests, created_at: at }) => (
          <li key={id}>
            <span>
              {created > 0 ? texts.items(created) : texts.requests(requests)} · <RelativeTime value={at} />
            </span>
            <Group gap="xs">
              {created > 0 && (
                <Button component={Link} to={`/inbox?import=${id}`} size="xs" variant="default">
                  {texts.open}
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setImportToUndo(id)}>
                {t.importing.undo.confirm}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {shown.length < imports.length && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setExpanded(true)}>
          {texts.more(imports.length)}
        </Button>
      )}
      {importToUndo !== null && (
        <UndoDialog id={importToUndo} onUndone={setUndone} onClose={() => setImportToUndo(null)} />
      )}
    </Section>
  );
}
