import { Button, Group, Text } from '@mantine/core';
import { t } from '../../messages';
import { errorMessage } from '../error-messages';
import styles from './save-bar.module.css';

interface Props {
  readonly isDirty: boolean;
  readonly save: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
  /** True if errors are beside fields. */
  readonly isInvalid: boolean;
  readonly onDiscard: () => void;
}

const texts = t.form.save;

/** Always rendered and never disabled, so that the keyboard can reach it and stay there; sticky while there are unsaved changes. */
export function SaveBar({ isDirty, save, isInvalid, onDiscard }: Props) {
  return (
    <div className={styles.saveBar} data-dirty={isDirty || undefined}>
      <div role="status" className={styles.grow}>
        <SaveState isDirty={isDirty} save={save} isInvalid={isInvalid} />
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
          {Boolean(save.error) && isDirty ? texts.retry : texts.submit}
        </Button>
      </Group>
    </div>
  );
}

function SaveState({ isDirty, save, isInvalid }: Omit<Props, 'onDiscard'>) {
  if (isInvalid)
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
