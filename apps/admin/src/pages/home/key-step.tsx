import { Anchor, Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCreateKey } from '../../api/keys';
import { t } from '../../messages';
import { CopyButton } from '../../ui/copy-button';
import { Note } from '../../ui/note';
import { wordsOf } from '../../ui/words-of';
import styles from './home.module.css';
import { Step } from './step';

const texts = t.home.key;

interface Props {
  readonly isDone: boolean;
  /** Of the key made here, while this page is open. */
  readonly secret: string | null;
  readonly onSecret: (secret: string) => void;
}

export function KeyStep({ isDone, secret, onSecret }: Props) {
  const queries = useQueryClient();
  const create = useCreateKey();
  const make = () =>
    create.mutate(
      { name: texts.name, permission: 'full' },
      {
        onSuccess: (key) => {
          onSecret(key.secret);
          void queries.invalidateQueries({ queryKey: ['first-steps'] });
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
      {create.error && (
        <Note tone="danger" role="alert">
          {wordsOf(create.error)}
        </Note>
      )}
      {secret && (
        <div role="status">
          <div className={styles.address}>
            <code className={styles.value}>{secret}</code>
            <CopyButton value={secret} label={texts.copy} />
          </div>
          <p className={styles.note}>{texts.shownOnce}</p>
        </div>
      )}
      <Group gap="md">
        {!isDone && (
          <Button onClick={make} loading={create.isPending}>
            {texts.create}
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
