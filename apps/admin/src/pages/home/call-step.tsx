import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../messages';
import { CodeBlock } from '../../ui/code-block';
import { snippet } from '../developer/snippets';
import { Step } from './step';

const texts = t.home.call;

interface Props {
  /** `<base_url>/api/v1`. */
  readonly apiUrl: string;
  readonly isDone: boolean;
  readonly secret: string | null;
}

export function CallStep({ apiUrl, isDone, secret }: Props) {
  const call = snippet('curl', 'create', { apiUrl, secret, origin: null, itemId: null });
  const body = secret ? texts.body : texts.withoutKey;
  return (
    <Step number={3} title={texts.title} body={isDone ? texts.doneBody : body} isDone={isDone}>
      {!isDone && <CodeBlock code={call} language="curl" label={texts.title} copyLabel={texts.copy} />}
      <Group gap="md">
        <Anchor component={Link} to="/developer" size="sm">
          {texts.more}
        </Anchor>
      </Group>
    </Step>
  );
}
