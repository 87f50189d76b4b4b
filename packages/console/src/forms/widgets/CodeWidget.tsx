import { useState } from 'react';
import { CodeField } from '../../editor/CodeField.tsx';
import { useFormContext } from '../form-context.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

