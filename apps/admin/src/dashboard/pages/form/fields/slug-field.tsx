import type { FormSettings } from '@libs/contract';
import { Stack, Text, TextInput } from '@mantine/core';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import type { FormDraft } from '../form-draft';
import styles from '../form.module.css';

interface Props {
  readonly draft: FormDraft;
  readonly saved: FormSettings;
  readonly error: string | undefined;
  readonly onChange: (slug: string) => void;
}

const texts = t.form.address;

export function SlugField({ draft, saved, error, onChange }: Props) {
  const urlPrefix = saved.url.slice(0, -saved.slug.length);
  return (
    <Stack gap="sm">
      <TextInput
        name="slug"
        label={texts.label}
        description={texts.hint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.slug}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      <Text size="xs" c="dimmed" className={styles.link}>
        {urlPrefix}
        <strong>{draft.slug}</strong>
      </Text>
      {draft.slug !== saved.slug && (
        <Note tone="info" role="status">
          {texts.kept(saved.url)}
        </Note>
      )}
      {saved.aliases.length > 0 && (
        <Text size="xs" c="dimmed" className={styles.link}>
          {texts.aliases(saved.aliases.join(', '))}
        </Text>
      )}
    </Stack>
  );
}
