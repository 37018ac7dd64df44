import { contrast } from '@libs/contract';
import { Button, Group, Stack } from '@mantine/core';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { accentVariants } from './color';
import { ColorInput } from './color-input';
import styles from '../form.module.css';

interface Props {
  readonly accent: string;
  readonly error: string | undefined;
  readonly onChange: (accent: string) => void;
}

const texts = t.form.look;
const SWATCHES = ['#3454d1', '#0f766e', '#15803d', '#b45309', '#c2410c', '#be123c', '#7e22ce', '#1f2937'];

/** The accent color: typed, picked, or one of the swatches. */
export function AccentField({ accent, error, onChange }: Props) {
  const color = accent.toLowerCase();
  return (
    <Stack gap="sm">
      <ColorInput
        name="accent"
        label={texts.accent}
        description={texts.hint}
        pickerLabel={texts.picker}
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
            aria-pressed={swatch === color}
            onClick={() => onChange(swatch)}
          />
        ))}
        {accent !== '' && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onChange('')}>
            {texts.standard}
          </Button>
        )}
      </Group>
      <ContrastHint accent={color} />
    </Stack>
  );
}

/** Explains how the form adjusts the color for sufficient contrast. */
function ContrastHint({ accent }: { readonly accent: string }) {
  const variants = accentVariants(accent);
  if (!variants) return null;
  const { onAccent, linkOnLight, linkOnDark } = variants;
  const text = onAccent === '#ffffff' ? texts.white : texts.black;
  return (
    <Hint>
      {texts.contrast(text, contrast(accent, onAccent).toFixed(1))}{' '}
      {linkOnLight !== accent && texts.adjustedLight} {linkOnDark !== accent && texts.adjustedDark}
    </Hint>
  );
}
