import { Stack, Textarea, TextInput } from '@mantine/core';
import { t } from '../../../../messages';
import { CharacterCount } from '../../../../ui/character-count';
import { Section } from '../../../../ui/layout/section';
import { TEXT_MAX, type FormDraft, type FormErrors } from '../form-draft';

interface Props {
  readonly draft: FormDraft;
  readonly errors: FormErrors;
  readonly accountName: string;
  readonly onChange: (part: Partial<FormDraft>) => void;
}

const texts = t.form.words;

/** The custom texts of the form; the default texts are the placeholders. */
export function TextFields({ draft, errors, accountName, onChange }: Props) {
  return (
    <Section title={texts.title} hint={texts.own}>
      <Stack gap="md">
        <div>
          <TextInput
            name="heading"
            label={texts.heading}
            placeholder={t.form.preview.own.heading(accountName)}
            autoComplete="off"
            value={draft.heading}
            onChange={(event) => onChange({ heading: event.currentTarget.value })}
            error={errors.heading}
          />
          <CharacterCount text={draft.heading} max={TEXT_MAX.heading} />
        </div>
        <div>
          <Textarea
            name="introduction"
            label={texts.introduction}
            placeholder={t.form.preview.own.introduction}
            autosize
            minRows={2}
            maxRows={10}
            value={draft.introduction}
            onChange={(event) => onChange({ introduction: event.currentTarget.value })}
            error={errors.introduction}
          />
          <CharacterCount text={draft.introduction} max={TEXT_MAX.introduction} />
        </div>
        <div>
          <Textarea
            name="thanks"
            label={texts.thanks}
            description={texts.thanksHint}
            placeholder={t.form.preview.own.thanks(accountName)}
            autosize
            minRows={2}
            maxRows={10}
            value={draft.thanks}
            onChange={(event) => onChange({ thanks: event.currentTarget.value })}
            error={errors.thanks}
          />
          <CharacterCount text={draft.thanks} max={TEXT_MAX.thanks} />
        </div>
      </Stack>
    </Section>
  );
}
