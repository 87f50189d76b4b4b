import type { texts as english } from '../en/index.ts';
import type { TranslationOf } from '../translation.ts';
import { actions } from './actions.ts';
import { connectors } from './connectors.ts';
import { editor } from './editor.ts';
import { faults } from './faults.ts';
import { forms } from './forms.ts';
import { frame } from './frame.ts';
import { mqtt } from './mqtt.ts';
import { overview } from './overview.ts';
import { rules } from './rules.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { ui } from './ui.ts';
import { webhooks } from './webhooks.ts';

export const texts: TranslationOf<typeof english> = {
  ui,
  frame,
  session,
  connectors,
  faults,
  forms,
  rules,
  actions,
  editor,
  webhooks,
  settings,
  overview,
  mqtt,
};
