import { type RepublishArgs, topicNameFault } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../editor/CodeField.tsx';
import { TemplateInput } from '../editor/TemplateInput.tsx';
import { useEditorWords } from '../editor/use-editor-words.ts';
import { withoutPlaceholders } from '../forms/model/validate.ts';
import { Switch } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

const QOS = ['0', '1', '2', '${qos}'];
const RETAIN = ['false', 'true', '${flags.retain}'];
const USER_PROPERTIES = ['', '${user_properties}', "${pub_props.'User-Property'}"];
const MQTT_PROPERTIES = [
  'Payload-Format-Indicator',
  'Message-Expiry-Interval',
  'Content-Type',
  'Response-Topic',
  'Correlation-Data',
] as const;

export interface RepublishFormProps {
  readonly args: RepublishArgs;
  readonly onChange: (args: RepublishArgs) => void;
  /** Names for `${…}`. */
  readonly fields: readonly string[];
  /** Problems show after the first try to submit. */
  readonly isTried: boolean;
}

/** What is wrong with the topic of a republish; placeholders may stand for anything. */
export function republishProblem(args: RepublishArgs) {
  return args.topic.trim() === '' ? ('empty' as const) : topicNameFault(withoutPlaceholders(args.topic.trim()));
}

/** Sends the output of the rule to another topic of this broker. */
export function RepublishForm({ args, onChange, fields, isTried }: RepublishFormProps) {
  const { t } = useTranslation(['rules', 'ui']);
  const words = useEditorWords();
  const [hasProperties, setHasProperties] = useState(
    Object.keys(args.mqtt_properties).length > 0 || args.user_properties !== '',
  );
  const fault = republishProblem(args);
  const set = (part: Partial<RepublishArgs>) => onChange({ ...args, ...part });
  const setProperty = (name: string, value: string) =>
    set({
      mqtt_properties: Object.fromEntries(
        Object.entries({ ...args.mqtt_properties, [name]: value }).filter(([, text]) => text !== ''),
      ),
    });
  return (
    <div className="field-grid">
      <Field
        label={t('republish.topic')}
        help={t('republish.topicHelp')}
        error={isTried && fault !== undefined ? t(`republish.fault.${fault}`) : undefined}
        required
        wide
      >
        {(control) => (
          <TemplateInput
            {...control}
            invalid={control['aria-invalid'] === true}
            value={args.topic}
            onChange={(topic) => set({ topic })}
            fields={fields}
            placeholder="alerts/${clientid}"
          />
        )}
      </Field>
      <Field label={t('republish.qos')}>
        {(control) => (
          <select
            {...control}
            className="input mono"
            value={String(args.qos)}
            onChange={(event) =>
              set({ qos: event.target.value.startsWith('$') ? event.target.value : Number(event.target.value) })
            }
          >
            {withCurrent(QOS, String(args.qos)).map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('republish.retain')}>
        {(control) => (
          <select
            {...control}
            className="input mono"
            value={String(args.retain)}
            onChange={(event) =>
              set({ retain: event.target.value.startsWith('$') ? event.target.value : event.target.value === 'true' })
            }
          >
            {withCurrent(RETAIN, String(args.retain)).map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('republish.payload')} help={t('republish.payloadHelp')} wide group>
        {() => (
          <CodeField
            className="boxed"
            mode="json"
            label={t('republish.payload')}
            words={words}
            lineNumbers={false}
            value={args.payload}
            placeholder={t('republish.payloadEmpty')}
            fields={fields}
            onChange={(payload) => set({ payload })}
            minHeight={120}
            maxHeight={320}
          />
        )}
      </Field>
      <SwitchRow
        label={t('republish.properties')}
        help={t('republish.propertiesHelp')}
        checked={hasProperties}
        onChange={(on) => {
          setHasProperties(on);
          if (!on) set({ mqtt_properties: {}, user_properties: '' });
        }}
      />
      {hasProperties && (
        <>
          <Field label={t('republish.userProperties')} wide>
            {(control) => (
              <select
                {...control}
                className="input mono"
                value={args.user_properties}
                onChange={(event) => set({ user_properties: event.target.value })}
              >
                {withCurrent(USER_PROPERTIES, args.user_properties).map((value) => (
                  <option key={value} value={value}>
                    {value === '' ? t('ui:none') : value}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {MQTT_PROPERTIES.map((name) => (
            <Field key={name} label={<span className="mono small">{name}</span>}>
              {(control) =>
                name === 'Payload-Format-Indicator' ? (
                  <select
                    {...control}
                    className="input mono"
                    value={args.mqtt_properties[name] ?? ''}
                    onChange={(event) => setProperty(name, event.target.value)}
                  >
                    {withCurrent(['', '0', '1'], args.mqtt_properties[name] ?? '').map((value) => (
                      <option key={value} value={value}>
                        {value === '' ? t('ui:none') : value}
                      </option>
                    ))}
                  </select>
                ) : (
                  <TemplateInput
                    {...control}
                    value={args.mqtt_properties[name] ?? ''}
                    onChange={(text) => setProperty(name, text)}
                    fields={fields}
                  />
                )
              }
            </Field>
          ))}
        </>
      )}
      <SwitchRow
        label={t('republish.direct')}
        help={t('republish.directHelp')}
        checked={args.direct_dispatch === true}
        onChange={(direct_dispatch) => set({ direct_dispatch })}
      />
    </div>
  );
}

function SwitchRow(props: {
  readonly label: string;
  readonly help: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  return (
    <div className="field wide switch-row">
      <Switch label={props.label} checked={props.checked} onChange={props.onChange} />
      <div>
        <div className="medium">{props.label}</div>
        <div className="help">{props.help}</div>
      </div>
    </div>
  );
}

/** The choices, with the present value among them even when it is another template. */
function withCurrent(values: readonly string[], current: string): readonly string[] {
  return values.includes(current) ? values : [...values, current];
}
