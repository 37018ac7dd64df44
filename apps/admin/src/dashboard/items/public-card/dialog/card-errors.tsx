import { t } from '../../../../messages';
import { fieldErrors } from '../../../../ui/error-messages';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { CardConflict } from '../write-card';

const texts = t.publishing.dialog;

interface Props {
  readonly error: unknown;
  readonly isPublic: boolean;
  readonly isRemoval: boolean;
}

/** Why a card could not be saved, unless it concerns a field. */
export function CardErrors({ error, isPublic, isRemoval }: Props) {
  if (error instanceof CardConflict) {
    const { public: card } = error.current;
    return (
      <Note tone="warning" role="alert" title={texts.conflict}>
        {card ? texts.theirs(card.title) : texts.ended}
      </Note>
    );
  }
  const isFieldError = Object.keys(fieldErrors(error)).length > 0;
  const title = isRemoval ? texts.removeFailed : isPublic ? texts.saveFailed : texts.failed;
  return <ErrorNote error={isFieldError ? null : error} title={title} />;
}
