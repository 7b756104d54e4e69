/**
 * Mantine dressed in the tokens of `tokens.css`: ramps, radii, type and the habits of components.
 * Colours of roles come from the CSS variables, so both themes and our own CSS cannot drift apart.
 */
import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const ramp = (colors: string) => colors.split(' ') as unknown as MantineColorsTuple

const spruce = ramp(
  '#effaf6 #dbf3ec #bee7db #9ad6c6 #6cbda9 #409f8a #21816e #116a59 #0d5446 #083c32',
)
const honey = ramp(
  '#fff9ed #fff1d6 #ffe2b0 #ffd083 #fbbf5b #ebac39 #cd9219 #a0700b #7c5505 #5c3f06',
)
const kalyna = ramp(
  '#fff4f3 #ffe5e4 #ffccca #fcabab #f38183 #e2565e #cc3143 #af1c33 #8e1427 #6d111d',
)
const stone = ramp(
  '#fcfbf8 #f5f4f1 #ecebe6 #dfded8 #c9c7c1 #a09e98 #76746d #5a5851 #3f3d37 #25241f',
)
const dark = ramp('#ecf1f1 #d8e0df #b1b9b9 #8a9594 #5b6665 #394544 #243130 #192625 #101c1b #091312')

/** On a filled green the text is dark in the dark theme; on red it is white in both. */
const resolveVariant: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const color = input.color ?? input.theme.primaryColor
  if (input.variant !== 'filled') return colors
  if (color === 'spruce') return { ...colors, color: 'var(--v-on-primary)' }
  return color === 'honey' ? { ...colors, color: 'var(--v-bonus-ink)' } : colors
}

export const theme = createTheme({
  colors: { spruce, honey, kalyna, stone, dark, gray: stone, red: kalyna, green: spruce },
  primaryColor: 'spruce',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: resolveVariant,
  black: '#25241f',
  white: '#ffffff',
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '14px', xl: '999px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontFamily: 'var(--v-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.1875rem', xl: '1.375rem' },
  lineHeights: { xs: '1.334', sm: '1.43', md: '1.5', lg: '1.474', xl: '1.273' },
  headings: {
    fontFamily: 'var(--v-font)',
    fontWeight: '640',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '2.125rem' },
      h2: { fontSize: '1.375rem', lineHeight: '1.75rem' },
      h3: { fontSize: '1.1875rem', lineHeight: '1.75rem' },
      h4: { fontSize: '1rem', lineHeight: '1.5rem' },
    },
  },
  // The seed's 767 and 1023: a phone is below sm, a desktop starts at md.
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '96em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'md' } },
    // The label above, the hint below; an error takes the hint's place (base.css).
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    TextInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'sm', radius: 'xs' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    DatePickerInput: { defaultProps: { size: 'md' } },
    // The head of a dialog is not a banner of the page.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 120 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 480,
        transitionProps: { duration: 200 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: true }, openDelay: 200 },
    },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } } },
    Card: { defaultProps: { radius: 'lg', padding: 'lg', withBorder: true } },
    Paper: { defaultProps: { radius: 'lg' } },
    Badge: { defaultProps: { variant: 'light', radius: 'xl', size: 'lg', tt: 'none', fw: 560 } },
    // A chosen chip has a border: on the filled green of the dark theme its white text is too faint.
    Chip: { defaultProps: { variant: 'outline' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--v-shadow)',
    lg: 'var(--v-shadow)',
    xl: 'var(--v-shadow)',
  },
})

const roles = {
  '--mantine-color-body': 'var(--v-surface)',
  '--mantine-color-text': 'var(--v-text)',
  '--mantine-color-dimmed': 'var(--v-text-2)',
  '--mantine-color-anchor': 'var(--v-primary)',
  '--mantine-color-error': 'var(--v-danger)',
  '--mantine-color-placeholder': 'var(--v-text-3)',
  '--mantine-color-default': 'var(--v-surface)',
  '--mantine-color-default-hover': 'var(--v-surface-2)',
  '--mantine-color-default-color': 'var(--v-text)',
  '--mantine-color-default-border': 'var(--v-border)',
  '--mantine-color-disabled': 'var(--v-surface-2)',
  '--mantine-color-disabled-color': 'var(--v-text-3)',
  '--mantine-color-spruce-filled': 'var(--v-primary)',
  '--mantine-color-spruce-filled-hover': 'var(--v-primary-hover)',
  '--mantine-color-spruce-light': 'var(--v-primary-soft)',
  '--mantine-color-spruce-light-color': 'var(--v-primary)',
  '--mantine-color-spruce-text': 'var(--v-primary)',
  '--mantine-color-spruce-outline': 'var(--v-primary)',
  '--mantine-primary-color-contrast': 'var(--v-on-primary)',
  '--mantine-color-honey-light': 'var(--v-bonus-soft)',
  '--mantine-color-honey-light-color': 'var(--v-bonus-text)',
  '--mantine-color-honey-text': 'var(--v-bonus-text)',
  '--mantine-color-kalyna-light': 'var(--v-danger-soft)',
  '--mantine-color-kalyna-light-color': 'var(--v-danger)',
  '--mantine-color-kalyna-text': 'var(--v-danger)',
  '--mantine-color-kalyna-outline': 'var(--v-danger)',
  '--mantine-color-gray-light': 'var(--v-surface-2)',
  '--mantine-color-gray-light-color': 'var(--v-text-2)',
  '--mantine-color-blue-light': 'var(--v-info-soft)',
  '--mantine-color-blue-light-color': 'var(--v-info)',
  '--mantine-color-blue-text': 'var(--v-info)',
}

/** Mantine's role variables, pointed at our tokens in both themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...roles, '--mantine-color-kalyna-filled': '#af1c33' },
  dark: { ...roles, '--mantine-color-kalyna-filled': '#cc3143' },
})
