import { t } from '../../../../messages';
import { ErrorNote } from '../../../../ui/states/error-note';

/** Shows why an action on a webhook failed; nothing without an error. */
export const WebhookError = ({ error, title }: { readonly error: unknown; readonly title?: string }) => (
  <ErrorNote error={error} title={title} texts={t.webhooks.errors} />
);
