import { ApiError } from '../../../api/client';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { Note } from '../../../../ui/states/note';

const texts = t.webhooks.errors;

/** Shows why an action on a webhook failed. */
export function WebhookError({ error, title }: { readonly error: unknown; readonly title?: string }) {
  return (
    <Note tone="danger" role="alert" title={title}>
      {webhookErrorMessage(error)}
    </Note>
  );
}

function webhookErrorMessage(error: unknown): string {
  const code = error instanceof ApiError ? error.code : '';
  return Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : errorMessage(error);
}
