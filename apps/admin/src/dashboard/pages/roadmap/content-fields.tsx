import { PUBLIC_COUNTS, PUBLIC_INTRODUCTION_MAX, ROADMAP_STATUSES } from '@libs/contract';
import { Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { t } from '../../../messages';
import { CharacterCount } from '../../../ui/character-count';
import { ChoiceField } from '../../../ui/forms/choice-field';
import { Section } from '../../../ui/layout/section';
import type { DraftErrors } from '../../../ui/pages/use-settings-draft';
import type { RoadmapDraft } from './roadmap-draft';

interface Props {
  readonly draft: RoadmapDraft;
  readonly errors: DraftErrors<RoadmapDraft>;
  readonly onChange: (part: Partial<RoadmapDraft>) => void;
}

const texts = t.roadmap.content;

/** What the roadmap shows. */
export function ContentFields({ draft, errors, onChange }: Props) {
  return (
    <Section title={texts.title}>
      <Stack gap="lg">
        <Checkbox.Group
          label={texts.statuses}
          description={texts.statusesHint}
          error={errors.statuses}
          value={[...draft.statuses]}
          onChange={(statuses) => onChange({ statuses })}
        >
          <Group gap="md" mt={8}>
            {ROADMAP_STATUSES.map((status) => (
              <Checkbox
                key={status}
                name="statuses"
                value={status}
                label={t.roadmap.statuses[status]}
                aria-invalid={errors.statuses ? true : undefined}
              />
            ))}
          </Group>
        </Checkbox.Group>
        <ChoiceField
          name="counts"
          label={texts.counts}
          value={draft.counts}
          values={PUBLIC_COUNTS}
          textOf={(value) => texts.countOptions[value]}
          onChange={(counts) => onChange({ counts })}
        />
        <div>
          <Textarea
            name="introduction"
            label={texts.introduction}
            description={texts.introductionHint}
            autosize
            minRows={2}
            maxRows={10}
            value={draft.introduction}
            onChange={({ currentTarget: { value } }) => onChange({ introduction: value })}
            error={errors.introduction}
          />
          <CharacterCount text={draft.introduction} max={PUBLIC_INTRODUCTION_MAX} />
        </div>
      </Stack>
    </Section>
  );
}
