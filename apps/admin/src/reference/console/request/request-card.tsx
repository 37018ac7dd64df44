import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import { MethodBadge } from '../../article/method-badge';
import type { OperationEntry } from '../../document/reference';
import { useKeyBinding } from '../../use-key-binding';
import { BodyEditor } from './body-editor';
import styles from '../console.module.css';
import { ParameterField } from './parameter-field';
import { mayChangeData, findJsonError, parameterKey, findInvalidParameters, buildRequest } from './request';
import type { Console } from '../use-console';
import { useNow } from '../use-now';

const texts = t.docs.console;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

interface Props {
  readonly operation: OperationEntry;
  readonly api: Console;
}

/** The form to fill in and send a request. */
export function RequestCard({ operation, api }: Props) {
  const draft = api.getDraft(operation);
  const [isSubmitted, setSubmitted] = useState(false);
  const card = useRef<HTMLElement>(null);
  const invalidParameters = isSubmitted ? findInvalidParameters(operation, draft) : [];
  const jsonError = isSubmitted ? findJsonError(draft) : null;
  const { path } = buildRequest(
    { ...operation, parameters: operation.parameters.filter((one) => one.in === 'path') },
    draft,
  );

  const submit = (isChecked: boolean) => {
    setSubmitted(true);
    const [firstInvalid] = findInvalidParameters(operation, draft);
    const selector = firstInvalid
      ? `[data-parameter="${firstInvalid.name}"]`
      : isChecked && findJsonError(draft)
        ? 'textarea'
        : null;
    if (selector) card.current?.querySelector<HTMLElement>(selector)?.focus();
    else if (api.send(operation, draft)) setSubmitted(false);
  };
  useKeyBinding('mod+enter', () => submit(true));

  return (
    <section ref={card} className={styles.card} aria-labelledby="try">
      <h2 id="try">{texts.title}</h2>
      <p className={styles.line}>
        <MethodBadge method={operation.method} /> <code>{path}</code>
      </p>
      {operation.parameters.length > 0 && (
        <div className={styles.parameters}>
          {operation.parameters.map((parameter) => (
            <ParameterField
              key={parameterKey(parameter)}
              parameter={parameter}
              value={draft.values[parameterKey(parameter)] ?? ''}
              onChange={(value) =>
                api.updateDraft(operation, { values: { ...draft.values, [parameterKey(parameter)]: value } })
              }
              isMissing={invalidParameters.includes(parameter)}
              etag={api.getEtag(path)}
            />
          ))}
        </div>
      )}
      <BodyEditor
        operation={operation}
        draft={draft}
        onChange={(change) => api.updateDraft(operation, change)}
        jsonError={jsonError}
        onSendAnyway={() => submit(false)}
      />
      <SendRow operation={operation} api={api} onSend={() => submit(true)} />
    </section>
  );
}

function SendRow({ operation, api, onSend }: Props & { readonly onSend: () => void }) {
  const { phase } = api.getCall(operation);
  const nextAttemptAt = api.nextAttemptAt(operation);
  const now = useNow(nextAttemptAt > 0);
  const seconds = Math.ceil((nextAttemptAt - now) / 1000);
  const isBusy = phase === 'sending' || phase === 'waiting';
  return (
    <>
      {seconds > 0 && !isBusy && (
        <div className={styles.limit}>
          <Note tone="warning" role="status">
            {texts.limitReached}
          </Note>
        </div>
      )}
      <div className={styles.send}>
        {isBusy ? (
          <Button variant="default" onClick={onFirstClick(() => api.cancel(operation))} loading={false}>
            {texts.cancel}
          </Button>
        ) : (
          <Button onClick={onFirstClick(onSend)} id="send" aria-keyshortcuts="Control+Enter Meta+Enter">
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
        {mayChangeData(operation, api.getDraft(operation)) && !isBusy && (
          <span className={styles.changes}>
            <TriangleAlert size={14} /> {texts.changes}
          </span>
        )}
      </div>
    </>
  );
}

/** Ignores the second click of a double click, because Send and Cancel take each other's place. */
const onFirstClick =
  (run: () => void) =>
  ({ detail }: MouseEvent) => {
    if (detail < 2) run();
  };
