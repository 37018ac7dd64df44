import { ApiError } from '../../../api/client';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { errorMessage } from '../../../../ui/error-messages';

/** Shows why an action on a key failed. The dialog keeps its input. */
export function DialogError({ error }: { readonly error: unknown }) {
  return (
    <Note tone="danger" role="alert">
      {keyErrorMessage(error)}
    </Note>
  );
}

function keyErrorMessage(error: unknown): string {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'api_key_limit_reached') return t.developer.errors.limit;
  if (code === 'api_key_not_found') return t.developer.errors.inactive;
  return errorMessage(error);
}
