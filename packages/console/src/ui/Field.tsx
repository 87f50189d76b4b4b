import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

/** Attributes that tie an input to its label, help and error. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

export interface FieldProps {
  /** Id of the control, when something must find it; made up otherwise. */
  readonly id?: string;
  readonly label: ReactNode;
  /** At the right of the label: "Optional", a unit, a small action. */
  readonly hint?: ReactNode;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Spans both columns of a form. */
  readonly wide?: boolean;
  /** The control is not one input: the label names a group. */
  readonly group?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Label above, control, one line of help or what is wrong. */
export function Field(props: FieldProps) {
  const { label, hint, help, error, required = false, wide = false, group = false, children } = props;
  const made = useId();
  const id = props.id ?? made;
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ') || undefined;
  const control: FieldControl = {
    id,
    'aria-describedby': described,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  const head = (
    <>
      <span>{label}</span>
      {hint !== undefined && <span className="opt">{hint}</span>}
    </>
  );
  return (
    <div
      className={wide ? 'field wide' : 'field'}
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': described } : {})}
    >
      {group ? (
        <span className="field-label" id={`${id}-label`}>
          {head}
        </span>
      ) : (
        <label className="field-label" htmlFor={id}>
          {head}
        </label>
      )}
      {children(control)}
      {error && (
        <div className="err" id={`${id}-error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </div>
      )}
      {help && !error && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}
