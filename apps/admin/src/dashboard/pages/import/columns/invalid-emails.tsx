import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../../../../messages';
import { hasInvalidEmail } from '../mapping/import-rows';
import type { Mapping } from '../mapping/mapping';
import type { ImportSource } from '../use-import';

interface Props {
  readonly source: ImportSource;
  readonly onChange: (mapping: Mapping) => void;
}

/** Offers to import rows with an invalid email address without the address. */
export function InvalidEmails({ source: { table, mapping }, onChange }: Props) {
  const { submitter_email, voters } = mapping.columns;
  const isOwn = mapping.source === 'own';
  const count = useMemo(() => {
    if (isOwn) return 0;
    return table.rows.filter((cells) => hasInvalidEmail(cells, { submitter_email, voters })).length;
  }, [table, submitter_email, voters, isOwn]);
  if (count === 0) return null;
  return (
    <Checkbox
      label={t.importing.check.badEmails(count)}
      description={t.importing.check.badEmailsHint}
      checked={mapping.dropInvalidEmails}
      onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, dropInvalidEmails: checked })}
    />
  );
}
