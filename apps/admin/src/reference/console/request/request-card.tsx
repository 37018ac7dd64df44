import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import { MethodMark } from '../../article/method-badge';
import type { OperationEntry } from '../../document/reference';
import { useKeys } from '../../use-key-binding';
import { BodyEditor } from './body-editor';
import styles from '../console.module.css';
import { ParameterField } from './parameter-field';
import { changesData, jsonFault, keyOf, obstacles, requestOf } from './request';
import type { Console } from '../use-console';
import { useNow } from '../use-now';

const texts = t.docs.console;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

interface Props {
  readonly operation: OperationEntry;
  readonly api: Console;
}

/** One call, to fill in and to send. */
export function RequestCard({ operation, api }: Props) {
  const draft = api.draftOf(operation);
  const [isTried, setTried] = useState(false);
  const card = useRef<HTMLElement>(null);
  const missed = isTried ? obstacles(operation, draft) : [];
  const fault = isTried ? jsonFault(draft) : null;
  const { path } = requestOf(
    { ...operation, parameters: operation.parameters.filter((one) => one.in === 'path') },
    draft,
  );

  const submit = (isChecked: boolean) => {
    setTried(true);
    const [obstacle] = obstacles(operation, draft);
    const selector = obstacle
      ? `[data-parameter="${obstacle.name}"]`
      : isChecked && jsonFault(draft)
        ? 'textarea'
        : null;
    if (selector) card.current?.querySelector<HTMLElement>(selector)?.focus();
    else if (api.send(operation, draft)) setTried(false);
  };
  useKeys('mod+enter', () => submit(true));

  return (
    <section ref={card} className={styles.card} aria-labelledby="try">
      <h2 id="try">{texts.title}</h2>
      <p className={styles.line}>
        <MethodMark method={operation.method} /> <code>{path}</code>
      </p>
      {operation.parameters.length > 0 && (
        <div className={styles.parameters}>
          {operation.parameters.map((parameter) => (
            <ParameterField
              key={keyOf(parameter)}
              parameter={parameter}
              value={draft.values[keyOf(parameter)] ?? ''}
              onChange={(value) =>
                api.change(operation, { values: { ...draft.values, [keyOf(parameter)]: value } })
              }
              isMissed={missed.includes(parameter)}
              etag={api.etagOf(path)}
            />
          ))}
        </div>
      )}
      <BodyEditor
        operation={operation}
        draft={draft}
        onChange={(change) => api.change(operation, change)}
        fault={fault}
        onSendAnyway={() => submit(false)}
      />
      <SendRow operation={operation} api={api} onSend={() => submit(true)} />
    </section>
  );
}

function SendRow({ operation, api, onSend }: Props & { readonly onSend: () => void }) {
  const { phase } = api.callOf(operation);
  const until = api.waitUntil(operation);
  const now = useNow(until > 0);
  const seconds = Math.ceil((until - now) / 1000);
  const isBusy = phase === 'sending' || phase === 'waiting';
  return (
    <>
      {seconds > 0 && !isBusy && (
        <div className={styles.limit}>
          <Note tone="warning" role="status">
            {texts.limitSpent}
          </Note>
        </div>
      )}
      <div className={styles.send}>
        {isBusy ? (
          <Button variant="default" onClick={() => api.cancel(operation)} loading={false}>
            {texts.cancel}
          </Button>
        ) : (
          <Button onClick={onSend} id="send" aria-keyshortcuts="Control+Enter Meta+Enter">
            {seconds > 0 ? texts.sendIn(texts.time(seconds)) : texts.send}
            <kbd className={styles.sendKeys} aria-hidden>
              {isMac ? '⌘' : 'Ctrl'} ⏎
            </kbd>
          </Button>
        )}
        {isBusy && (
          <span className={styles.quiet}>
            <span role="status">{phase === 'waiting' ? texts.waits : texts.sending}</span>{' '}
            {phase === 'waiting' && <span aria-hidden>{texts.time(Math.max(1, seconds))}</span>}
          </span>
        )}
        {changesData(operation, api.draftOf(operation)) && !isBusy && (
          <span className={styles.changes}>
            <TriangleAlert size={14} aria-hidden /> {texts.changes}
          </span>
        )}
      </div>
    </>
  );
}
