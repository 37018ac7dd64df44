import { Button, Group, Text } from '@mantine/core';
import type { useChangeForm } from '../../api/form-settings';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import type { FormErrors } from './form-draft';
import styles from './form.module.css';

interface Props {
  readonly isDirty: boolean;
  readonly save: ReturnType<typeof useChangeForm>;
  readonly errors: FormErrors;
  readonly onDiscard: () => void;
}

const texts = t.form.save;

/** Always rendered and never disabled, so that the keyboard can reach it and stay there; sticky while there are unsaved changes. */
export function SaveBar({ isDirty, save, errors, onDiscard }: Props) {
  return (
    <div className={styles.saveBar} data-dirty={isDirty || undefined}>
      <div role="status" className={styles.grow}>
        <SaveState isDirty={isDirty} save={save} errors={errors} />
      </div>
      <Group gap="xs" wrap="nowrap">
        {isDirty && (
          <Button variant="default" onClick={onDiscard} disabled={save.isPending}>
            {texts.discard}
          </Button>
        )}
        <Button
          type="submit"
          data-disabled={!isDirty || undefined}
          aria-disabled={!isDirty}
          loading={save.isPending}
        >
          {save.error && isDirty ? texts.retry : texts.submit}
        </Button>
      </Group>
    </div>
  );
}

function SaveState({ isDirty, save, errors }: Omit<Props, 'onDiscard'>) {
  if (Object.keys(errors).length > 0)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {texts.wrong}
      </Text>
    );
  if (isDirty && save.error)
    return (
      <Text size="sm" c="var(--mantine-color-error)">{`${texts.failed} ${errorMessage(save.error)}`}</Text>
    );
  if (isDirty) return <Text size="sm">{texts.unsaved}</Text>;
  return save.isSuccess ? <Text size="sm">{texts.saved}</Text> : null;
}
