import type { IssuedKey, KeyEntry } from '@libs/contract';
import { Divider } from '@mantine/core';
import { t } from '../../../../messages';
import { ValueField } from '../../../../ui/code/value-field';
import { ShownOnceDialog } from '../../../../ui/forms/shown-once-dialog';
import { formatDateTime } from '../../../../ui/time/format-time';
import { Note } from '../../../../ui/states/note';
import { IssuedSnippets } from './issued-snippets';

/** A new key with its secret, and the key it replaces. */
export interface Issued {
  readonly key: IssuedKey;
  readonly replacedId: string | null;
}

interface Props {
  readonly issuedKey: IssuedKey;
  readonly replacedId: string | null;
  readonly keys: readonly KeyEntry[];
  readonly baseUrl: string;
  readonly onStored: () => void;
}

const texts = t.developer.issued;

/** Shows the secret of a new key once. */
export function IssuedDialog({ issuedKey, replacedId, keys, baseUrl, onStored }: Props) {
  // When the replaced key expires is known once the list has the new key.
  const isListed = keys.some(({ id }) => id === issuedKey.id);
  const replaced = isListed ? keys.find(({ id }) => id === replacedId) : undefined;
  return (
    <ShownOnceDialog
      title={replacedId ? texts.rotatedTitle : texts.title}
      size="xl"
      body={texts.body}
      done={texts.stored}
      texts={texts}
      onLeave={onStored}
    >
      <ValueField label={texts.key} value={issuedKey.secret} copyLabel={texts.copy} />
      {replaced && <ReplacedKeyNote entry={replaced} />}
      <Divider />
      <IssuedSnippets issuedKey={issuedKey} baseUrl={baseUrl} />
    </ShownOnceDialog>
  );
}

function ReplacedKeyNote({ entry: { name, state, expires_at } }: { readonly entry: KeyEntry }) {
  return (
    <Note tone="info">
      {state === 'active' && expires_at
        ? `${texts.oldEndsAt(name, formatDateTime(expires_at))} ${texts.sharedRateLimit}`
        : texts.oldEndsNow(name)}
    </Note>
  );
}
