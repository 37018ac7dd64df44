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
  const column = mapping.source === 'own' ? null : mapping.columns.submitter_email;
  const count = useMemo(
    () => table.rows.filter((cells) => hasInvalidEmail(cells, column)).length,
    [table, column],
  );
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
