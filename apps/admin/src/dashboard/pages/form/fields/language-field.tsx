import { LANGUAGES, type Language } from '@libs/contract';
import { t } from '../../../../messages';
import { SelectField } from '../../../../ui/forms/select-field';

interface Props {
  readonly value: Language | null;
  readonly onChange: (value: Language | null) => void;
}

const texts = t.form.language;

/** Each language with its own name, because people look for theirs. */
const nameOf = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

const OPTIONS = [
  { value: null, label: texts.visitor },
  ...LANGUAGES.map((language) => ({ value: language, label: nameOf(language) })),
];

export const LanguageField = (props: Props) => (
  <SelectField
    {...props}
    name="language"
    label={texts.label}
    description={texts.hint}
    options={OPTIONS}
    maw="20rem"
  />
);
