import {
  ActionIcon,
  Button,
  createTheme,
  Input,
  Menu,
  Modal,
  Notification,
  Switch,
  Tooltip,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { t } from './messages';

const accent: MantineColorsTuple = [
  '#eff2fe',
  '#e0e6fd',
  '#c3cffb',
  '#a3b4f8',
  '#8499f3',
  '#6179ea',
  '#3f58d6',
  '#3349b9',
  '#293a93',
  '#1f2c70',
];
const gray: MantineColorsTuple = [
  '#fafbfc',
  '#f4f5f7',
  '#ebedf1',
  '#dfe2e8',
  '#c9ced7',
  '#a6adba',
  '#79818f',
  '#596170',
  '#3b424e',
  '#1d2129',
];
const dark: MantineColorsTuple = [
  '#e7e9ee',
  '#c6cbd5',
  '#a3aab8',
  '#818999',
  '#474e5b',
  '#353b46',
  '#262b34',
  '#191c22',
  '#131519',
  '#0d0f12',
];
/** Dark enough for white text on it, and as text on white. */
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe1df',
  '#ffc5c1',
  '#ff9d94',
  '#f5776b',
  '#e4564a',
  '#c4322a',
  '#a82720',
  '#8a201a',
  '#6d1813',
];

const px = (pixels: number) => `${pixels / 16}rem`;
const sans =
  'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';
/** Short transitions only. */
const quick = { transition: 'fade' as const, duration: 100 };

/** The theme: neutral grays, one accent color, 14 px text, tight spacing. */
export const theme = createTheme({
  colors: { accent, gray, dark, red },
  primaryColor: 'accent',
  primaryShade: 6,
  black: gray[9],
  fontFamily: sans,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(18) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: px(8), sm: px(12), md: px(16), lg: px(20), xl: px(28) },
  radius: { xs: px(3), sm: px(5), md: px(8), lg: px(12), xl: px(20) },
  defaultRadius: px(6),
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: { h1: { fontSize: px(24) }, h2: { fontSize: px(20) }, h3: { fontSize: px(16) } },
  },
  shadows: {
    xs: '0 1px 2px rgb(15 20 35 / 6%)',
    sm: '0 1px 3px rgb(15 20 35 / 8%), 0 1px 2px rgb(15 20 35 / 4%)',
    md: '0 4px 16px rgb(15 20 35 / 10%), 0 1px 3px rgb(15 20 35 / 6%)',
    lg: '0 10px 32px rgb(15 20 35 / 14%)',
    xl: '0 16px 48px rgb(15 20 35 / 18%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { withAsterisk: false },
      // Room for the focus ring of the input below.
      styles: { label: { marginBottom: px(4) } },
    }),
    // Menus contain only items, and the first one gets the focus.
    Menu: Menu.extend({
      defaultProps: { transitionProps: quick, shadow: 'md', withInitialFocusPlaceholder: false },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        transitionProps: quick,
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': t.ui.close },
      },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': t.ui.close } },
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    }),
    Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, transitionProps: quick } }),
  },
});

/** Secondary text colors with enough contrast for WCAG 2.2 AA, which Mantine's grays lack. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': '#6a7280',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': gray[4],
    '--mantine-color-anchor': accent[7],
    '--app-canvas': gray[0],
    '--app-surface': '#ffffff',
    '--app-line': gray[3],
    '--app-hover': gray[1],
    '--app-selected': accent[0],
    '--app-focus': accent[6],
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8d95a4',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-default-border': dark[4],
    '--mantine-color-anchor': accent[3],
    '--app-canvas': dark[8],
    '--app-surface': dark[7],
    '--app-line': dark[6],
    '--app-hover': '#20242c',
    '--app-selected': '#232a45',
    '--app-focus': accent[4],
  },
});
