import { useNavigate } from 'react-router';
import { t } from '../../../messages';
import { useCreateEntry } from '../../api/changelog';
import { entryOfCards } from './entry-draft';
import { ShippedDialog } from './shipped-dialog';

/** Creates a draft about shipped cards, and opens it. */
export function CreateFromShipped({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateEntry();
  const navigate = useNavigate();
  return (
    <ShippedDialog
      submit={t.changelog.shipped.submit}
      action={create}
      onChoose={(cards) =>
        create.mutate(entryOfCards(cards, new Date()), {
          onSuccess: ({ id }) => void navigate(`/changelog/${id}`),
        })
      }
      onClose={onClose}
    />
  );
}
