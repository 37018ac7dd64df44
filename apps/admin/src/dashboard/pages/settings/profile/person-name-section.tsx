import { PERSON_NAME_MAX, type PersonSettings } from '@libs/contract';
import { useChangePerson } from '../../../api/account';
import { t } from '../../../../messages';
import { NameForm } from '../name-form';

const texts = t.settings.person;

export function PersonNameSection({ person }: { readonly person: PersonSettings }) {
  const change = useChangePerson();
  return (
    <NameForm
      texts={texts}
      name={person.name}
      max={PERSON_NAME_MAX}
      autoComplete="name"
      change={change}
      onSubmit={(name, onSaved) => change.mutate({ name }, { onSuccess: onSaved })}
    />
  );
}
