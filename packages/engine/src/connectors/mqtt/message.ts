import { type ChannelConfig, ok, type Result, topicNameFault } from '@sluice/contract';
import { compileTemplate, type Value } from '@sluice/rulesql';
import { payloadTemplate } from '../../runtime/republish.ts';
import type { Fault, Request, RequestView } from '../driver.ts';
import type { OutgoingMessage } from './client.ts';

/** Turns rows into messages for one action. The request's `meta` is QoS, retain flag and topic: `1-devices/a`. */
export interface MqttMessages {
  render(row: Value): Result<Request, Fault>;
  read(request: Request): OutgoingMessage;
  describe(request: Request): RequestView;
}

export function mqttMessages(action: ChannelConfig): MqttMessages {
  const { topic, qos, retain, payload } = action.parameters;
  const topicTemplate = compileTemplate(String(topic ?? ''));
  const qosTemplate = compileTemplate(String(qos ?? 1));
  const retainTemplate = compileTemplate(String(retain ?? false));
  const body = payloadTemplate(typeof payload === 'string' ? payload : undefined);

  function read(request: Request): OutgoingMessage {
    return {
      qos: Number(request.meta[0]) as 0 | 1 | 2,
      retain: request.meta[1] === 'r',
      topic: request.meta.slice(2),
      payload: request.body,
    };
  }

  return {
    render(row): Result<Request, Fault> {
      const name = topicTemplate.render(row);
      const fault = topicNameFault(name);
      if (fault !== undefined) {
        return {
          ok: false,
          error: {
            code: 'topic_invalid',
            data: { topic: name },
            message: `"${name}" is no topic to publish to (${fault.replaceAll('_', ' ')}). Check the topic of the action and the fields in it.`,
          },
        };
      }
      const level = qosTemplate.render(row);
      // A field that was not selected counts as QoS 0, as everywhere.
      const readQos = level === 'undefined' ? '0' : level;
      if (readQos !== '0' && readQos !== '1' && readQos !== '2') {
        return {
          ok: false,
          error: {
            code: 'qos_invalid',
            data: { text: level },
            message: `The QoS must be 0, 1 or 2, not "${level}". Check the field it comes from.`,
          },
        };
      }
      const keep = retainTemplate.render(row);
      const flag = keep === 'true' || keep === '1' ? 'r' : '-';
      return ok({ meta: `${readQos}${flag}${name}`, body: body.renderBytes(row) });
    },
    read,
    describe(request) {
      const message = read(request);
      return {
        topic: message.topic,
        qos: message.qos,
        retain: message.retain,
        payload: typeof message.payload === 'string' ? message.payload : Buffer.from(message.payload).toString(),
      };
    },
  };
}
