import type { Item } from '@libs/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { PUBLIC_TEXT_MAX, TITLE_MAX } from '@libs/feedback';
import { t } from '../../../../messages';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { useFields } from '../../../../ui/forms/use-fields';
import { remainingText } from '../../editing/remaining-text';
import { cardDraft, setCardDraft } from './card-drafts';
import { CardErrors } from './card-errors';
import { CardAddress, CardPreview } from './card-preview';
import { cardErrors, textsOf, valuesOf, type CardValues } from '../card-texts';
import { DetailWarnings } from '../detail-warnings';
import { PrivateOriginal } from './private-original';
import styles from '../public-card.module.css';
import { useCardActions } from './use-card-actions';

const texts = t.publishing.dialog;

interface Props {
  readonly item: Item;
  readonly onClose: () => void;
}

/** Publishes an item, or changes or ends its public card. */
export function CardDialog({ item, onClose }: Props) {
  const isPublic = item.public !== null;
  const title = useRef<HTMLInputElement>(null);
  const draft = cardDraft(item.id);
  const form = useFields<{ [K in keyof CardValues]: string }>(draft?.values ?? valuesOf(item), cardErrors);
  const { values } = form;
  const actions = useCardActions(draft?.base ?? item, onClose, form.showErrors);
  const { base } = actions;
  useEffect(() => setCardDraft(base, values), [base, values]);
  const submit = form.submit(() => actions.save(textsOf(values)));
  const useTitle = () => {
    form.set('title', item.title);
    title.current?.focus();
  };
  return (
    <FormDialog
      title={isPublic ? texts.edit : texts.publish}
      size="xl"
      submit={isPublic ? texts.save : texts.submit}
      isPending={actions.isSaving || actions.isRemoving}
      onSubmit={submit}
      onClose={onClose}
      other={
        isPublic && (
          <Button
            variant="default"
            className={styles.remove}
            loading={actions.isRemoving}
            onClick={actions.remove}
          >
            {texts.remove}
          </Button>
        )
      }
    >
      <div className={styles.sides}>
        <PrivateOriginal item={item} onUseTitle={useTitle} />
        <div className={styles.fields}>
          <TextInput
            ref={title}
            data-autofocus
            required
            autoComplete="off"
            label={texts.fields.title}
            {...form.input('title')}
            description={remainingText(TITLE_MAX, values.title)}
          />
          <Textarea
            label={texts.fields.text}
            autosize
            minRows={4}
            maxRows={12}
            {...form.input('text')}
            description={remainingText(PUBLIC_TEXT_MAX, values.text) ?? texts.hint}
          />
          <DetailWarnings of={[values.title, values.text]} />
        </div>
      </div>
      <CardPreview item={item} values={values} />
      <CardAddress item={item} />
      <CardErrors error={actions.error} isPublic={isPublic} isRemoval={actions.isRemovalError} />
    </FormDialog>
  );
}
