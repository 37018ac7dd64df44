import { contrast } from '@libs/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../../../messages';
import { worn } from './color';
import { ColourInput } from './color-input';
import styles from '../form.module.css';

interface Props {
  readonly accent: string;
  readonly error: string | undefined;
  readonly onChange: (accent: string) => void;
}

const texts = t.form.look;
const SWATCHES = ['#3454d1', '#0f766e', '#15803d', '#b45309', '#c2410c', '#be123c', '#7e22ce', '#1f2937'];

/** By name, by eye, or one of a few. */
export function LookField({ accent, error, onChange }: Props) {
  const colour = accent.toLowerCase();
  return (
    <Stack gap="sm">
      <ColourInput
        name="accent"
        label={texts.accent}
        description={texts.hint}
        picker={texts.picker}
        className={styles.accent}
        value={accent}
        onChange={onChange}
        error={error}
      />
      <Group gap={6} role="group" aria-label={texts.swatches}>
        {SWATCHES.map((swatch) => (
          <button
            key={swatch}
            type="button"
            className={styles.swatch}
            style={{ background: swatch }}
            aria-label={texts.swatch(swatch)}
            aria-pressed={swatch === colour}
            onClick={() => onChange(swatch)}
          />
        ))}
        {accent !== '' && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onChange('')}>
            {texts.standard}
          </Button>
        )}
      </Group>
      <Contrast accent={colour} />
    </Stack>
  );
}

/** What the form does so that everybody can read it, whatever the colour. */
function Contrast({ accent }: { readonly accent: string }) {
  const colours = worn(accent);
  if (!colours) return null;
  const { onAccent, linkOnLight, linkOnDark } = colours;
  const text = onAccent === '#ffffff' ? texts.white : texts.black;
  return (
    <Text size="xs" c="dimmed">
      {texts.contrast(text, contrast(accent, onAccent).toFixed(1))}{' '}
      {linkOnLight !== accent && texts.adjustedLight} {linkOnDark !== accent && texts.adjustedDark}
    </Text>
  );
}
