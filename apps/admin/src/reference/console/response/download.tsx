import { Button } from '@mantine/core';
import { Download as Icon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../messages';
import { saveFile } from '../../../ui/download';
import { Note } from '../../../ui/states/note';
import type { OperationEntry } from '../../document/reference';
import { SHOWN_BYTES_MAX } from './response';
import styles from '../console.module.css';
import { buildRequest, type RequestDraft } from '../request/request';
import { downloadBlob } from '../request/send';
import type { Console } from '../use-console';

const texts = t.docs.console;

interface Props {
  readonly operation: OperationEntry;
  /** The request of the response. */
  readonly sentDraft: RequestDraft;
  readonly api: Console;
  readonly name: string;
}

/** Sends the request again and saves the whole file, of which the page shows only the beginning. */
export function DownloadButton({ operation, sentDraft, api, name }: Props) {
  const [bytes, setBytes] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const startDownload = async () => {
    const { signal } = (controller.current = new AbortController());
    setFailed(false);
    setBytes(0);
    try {
      const request = buildRequest(operation, sentDraft);
      const outgoing = { request, file: null, baseUrl: api.baseUrl, key: api.secret(), signal };
      saveFile(await downloadBlob(outgoing, setBytes), name);
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
          leftSection={<Icon size={14} />}
          onClick={() => void startDownload()}
        >
          {texts.downloadAll}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => controller.current?.abort()}>
          {texts.cancel}
        </Button>
      )}
      <span className={styles.quiet} role="status">
        {bytes === null ? texts.cut(texts.bytes(SHOWN_BYTES_MAX)) : texts.downloading(texts.bytes(bytes))}
      </span>
      {hasFailed && (
        <Note tone="danger" role="alert">
          {texts.downloadFailed}
        </Note>
      )}
    </>
  );
}
