import { errorMessage, type ErrorTexts } from '../error-messages';
import { Note } from './note';

interface Props {
  /** Without an error, renders nothing. */
  readonly error: unknown;
  /** Messages of the page by error code. */
  readonly texts?: ErrorTexts;
  readonly title?: string;
}

/** Says why an action failed. */
export function ErrorNote({ error, texts, title }: Props) {
  if (!error) return null;
  return (
    <Note tone="danger" role="alert" title={title}>
      {errorMessage(error, texts)}
    </Note>
  );
}
