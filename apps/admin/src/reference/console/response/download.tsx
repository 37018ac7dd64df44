import { Button } from '@mantine/core';
import { Download as Icon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import type { OperationEntry } from '../../document/reference';
import { SHOWN_BYTES } from './response';
import styles from '../console.module.css';
import { requestOf, type Draft } from '../request/request';
import { downloaded, save } from '../request/send';
import type { Console } from '../use-console';

const texts = t.docs.console;

interface Props {
  readonly operation: OperationEntry;
  /** What the answer is to. */
  readonly sent: Draft;
  readonly api: Console;
  readonly name: string;
}

/** The whole of a file of which the page has shown the beginning: the same call once more. */
export function Download({ operation, sent, api, name }: Props) {
  const [bytes, setBytes] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setFailed(false);
    setBytes(0);
    try {
      const request = requestOf(operation, sent);
      const outgoing = { request, file: null, baseUrl: api.baseUrl, key: api.secret(), signal };
      save(await downloaded(outgoing, setBytes), name);
    } catch {
      setFailed(!signal.aborted);
    } finally {
      setBytes(null);
    }
  };

  return (
    <>
      {bytes === null ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => void start()}
        >
          {texts.downloadAll}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => running.current?.abort()}>
          {texts.cancel}
        </Button>
      )}
      <span className={styles.quiet} role="status">
        {bytes === null ? texts.cut(texts.bytes(SHOWN_BYTES)) : texts.downloading(texts.bytes(bytes))}
      </span>
      {hasFailed && (
        <Note tone="danger" role="alert">
          {texts.downloadFailed}
        </Note>
      )}
    </>
  );
}
