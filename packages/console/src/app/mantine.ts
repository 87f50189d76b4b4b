import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Mantine gives behaviour (focus, layers, keyboard); its looks come from `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'estuary',
  primaryShade: { light: 7, dark: 4 },
  colors: {
    estuary: [
      '#e6f2f6',
      '#d5e9f0',
      '#93c4d5',
      '#73c4e1',
      '#55b4d6',
      '#2f8fb0',
      '#1a7a9a',
      '#0b6785',
      '#09566f',
      '#07465b',
    ],
  },
  black: '#14212a',
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: 'var(--lh-12)', sm: 'var(--lh-13)', md: 'var(--lh-14)', lg: 'var(--lh-16)', xl: 'var(--lh-20)' },
});

const mapped = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-placeholder': 'var(--text-3)',
};

export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: mapped, dark: mapped });
