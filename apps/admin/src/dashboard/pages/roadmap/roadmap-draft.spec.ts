import type { PublicPages } from '@libs/contract';
import { ApiError } from '../../api/requests/client';
import { changedSettings, draftErrors, rejectedFields, toDraft } from './roadmap-draft';

const saved: PublicPages = {
  roadmap: false,
  changelog: false,
  statuses: ['planned', 'shipped'],
  counts: 'confirmed',
  votes: false,
  search_engines: false,
  introduction: null,
};
const draft = toDraft(saved);

/** public.md 3 */
describe('the roadmap settings', () => {
  it('send only what has changed', () => {
    expect(changedSettings(draft, saved)).toEqual({});
    expect(changedSettings({ ...draft, roadmap: true, introduction: ' What we do.\n' }, saved)).toEqual({
      roadmap: true,
      introduction: 'What we do.',
    });
    const introduced = { ...saved, introduction: 'null' };
    expect(changedSettings({ ...toDraft(introduced), introduction: ' ' }, introduced)).toEqual({
      introduction: null,
    });
  });

  it('send statuses in their order, and nothing for the same ones', () => {
    expect(changedSettings({ ...draft, statuses: ['shipped', 'planned'] }, saved)).toEqual({});
    expect(changedSettings({ ...draft, statuses: ['shipped', 'new'] }, saved)).toEqual({
      statuses: ['new', 'shipped'],
    });
  });

  it('need a status, and an introduction that is not too long', () => {
    expect(draftErrors(draft)).toEqual({});
    expect(draftErrors({ ...draft, statuses: [], introduction: '😀'.repeat(1001) })).toEqual({
      statuses: 'Choose at least one status.',
      introduction: 'Use 1,000 characters or fewer.',
    });
  });

  it('show what the service rejects beside its field', () => {
    const fields = { introduction: { code: 'invalid_characters', message: 'Not valid' } };
    expect(rejectedFields(new ApiError(400, 'invalid', '', fields))).toEqual({ introduction: 'Not valid' });
    expect(rejectedFields(new ApiError(0, 'unreachable', ''))).toBeNull();
  });
});
