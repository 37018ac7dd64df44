import type { FormSettings } from '@libs/contract';
import { Stack, TextInput } from '@mantine/core';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
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
      <Hint className={styles.link}>
        {urlPrefix}
        <strong>{draft.slug}</strong>
      </Hint>
      {draft.slug !== saved.slug && (
        <Note tone="info" role="status">
          {texts.kept(saved.url)}
        </Note>
      )}
      {saved.aliases.length > 0 && (
        <Hint className={styles.link}>{texts.aliases(saved.aliases.join(', '))}</Hint>
      )}
    </Stack>
  );
}
