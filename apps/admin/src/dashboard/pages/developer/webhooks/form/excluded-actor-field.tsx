import { useKeyNames, useKeys } from '../../../../api/api-keys';
import { useMemberNames, useMembers } from '../../../../api/team/members';
import { t } from '../../../../../messages';
import { SelectField } from '../../../../../ui/forms/select-field';
import { excludableActors, excludedName, isKind, type NamesOfActors } from './excluded-actor';

const texts = t.webhookForm;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** @param actor the one whose name is needed: a new key is loaded */
function useNames(actor: string | null): NamesOfActors {
  const keys = useKeyNames(actor !== null && !isKind(actor) ? [actor] : []);
  return { keys, members: useMemberNames() ?? NO_NAMES };
}

/** Returns the name of the value of `exclude_actor`; empty for null. */
export function useExcludedName(actor: string | null): string {
  const names = useNames(actor);
  return actor === null ? '' : excludedName(actor, names);
}

interface Props {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Whose changes a webhook leaves out. */
export function ExcludedActorField({ value, onChange }: Props) {
  const names = useNames(value);
  const keys = useKeys().data ?? [];
  const members = useMembers().data ?? [];
  return (
    <SelectField
      label={texts.excludeActor}
      description={texts.excludeActorHint}
      value={value}
      options={excludableActors(
        value,
        keys,
        members.map(({ id }) => id),
        names,
      )}
      onChange={onChange}
    />
  );
}
