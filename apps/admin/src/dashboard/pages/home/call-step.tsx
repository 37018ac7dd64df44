import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { CodeBlock } from '../../../ui/code/code-block';
import { SET_VARIABLE, snippet } from '../developer/snippets/snippets';
import styles from './home.module.css';
import { Step } from './step';

const texts = t.home.call;

interface Props {
  /** `<base_url>/api/v1`. */
  readonly apiUrl: string;
  readonly isDone: boolean;
  readonly hasKey: boolean;
  readonly secret: string | null;
}

export function CallStep({ apiUrl, isDone, hasKey, secret }: Props) {
  const code = snippet('curl', 'create', { apiUrl, secret, origin: null, itemId: null });
  const body = secret ? texts.body : hasKey ? texts.withOwnKey : texts.beforeKey;
  return (
    <Step number={3} title={texts.title} body={isDone ? texts.doneBody : body} isDone={isDone}>
      {/* Separate from the curl command: pasted together, `read` would take the next line as the key. */}
      {!isDone && hasKey && !secret && (
        <>
          <CodeBlock code={SET_VARIABLE} language="curl" label={texts.setKey} copyLabel={texts.copySetKey} />
          <p className={styles.note}>{texts.keyLost}</p>
          <p className={styles.body}>{texts.then}</p>
        </>
      )}
      {!isDone && <CodeBlock code={code} language="curl" label={texts.title} copyLabel={texts.copy} />}
      <Group gap="md">
        <Anchor component={Link} to="/developer" size="sm">
          {texts.more}
        </Anchor>
      </Group>
    </Step>
  );
}
