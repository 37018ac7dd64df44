import { Anchor, Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { useCreateKey } from '../../api/api-keys';
import { t } from '../../../messages';
import { CopyBox } from '../../../ui/code/copy-box';
import { ErrorNote } from '../../../ui/states/error-note';
import styles from './home.module.css';
import { Step } from './step';

const texts = t.home.key;

interface Props {
  readonly create: ReturnType<typeof useCreateKey>;
  readonly isDone: boolean;
  /** Secret of the key created here, while this page is open. */
  readonly secret: string | null;
  readonly onSecret: (secret: string) => void;
  /** Called when the user confirms that the key is saved; absent afterwards. */
  readonly onStored?: () => void;
}

export function KeyStep({ create, isDone, secret, onSecret, onStored }: Props) {
  const queryClient = useQueryClient();
  const createKey = () =>
    create.mutate(
      { name: texts.name, permission: 'full' },
      {
        onSuccess: (key) => {
          onSecret(key.secret);
          void queryClient.invalidateQueries({ queryKey: ['first-steps'] });
        },
      },
    );
  return (
    <Step
      number={2}
      title={texts.title}
      body={isDone && !secret ? texts.doneBody : texts.body}
      isDone={isDone}
    >
      <ErrorNote error={create.error} />
      {secret && <CreatedSecret secret={secret} />}
      <Group gap="md">
        {!isDone && (
          <Button onClick={createKey} loading={create.isPending}>
            {texts.create}
          </Button>
        )}
        {secret && onStored && (
          <Button variant="default" onClick={onStored}>
            {texts.stored}
          </Button>
        )}
        {isDone && (
          <Anchor component={Link} to="/developer" size="sm">
            {texts.manage}
          </Anchor>
        )}
      </Group>
    </Step>
  );
}

/** Moves the focus to the copy button, because the create button is removed. */
function CreatedSecret({ secret }: { readonly secret: string }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  return (
    <div role="status" ref={row}>
      <CopyBox value={secret} label={texts.copy} />
      <p className={styles.note}>{texts.shownOnce}</p>
    </div>
  );
}
