import type { FormSettings } from '@libs/contract';
import { useSettingsDraft } from '../../../ui/pages/use-settings-draft';
import { useChangeForm } from '../../api/form-settings';
import { changedSettings, draftErrors, toDraft, rejectedFields } from './form-draft';

/** State of the form editor. */
export function useFormDraft(saved: FormSettings) {
  const save = useChangeForm();
  const state = useSettingsDraft({
    stored: toDraft(saved),
    changeOf: (draft) => changedSettings(draft, saved),
    errorsOf: draftErrors,
    rejected: rejectedFields,
    save,
  });
  return { ...state, save };
}
