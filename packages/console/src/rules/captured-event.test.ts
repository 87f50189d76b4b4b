import { RULE_EVENTS, STREAM_EVENTS } from '@sluice/contract';
import { expect, it } from 'vitest';
import { capturedEvent } from './captured-event.ts';
import { testContext } from './test-event.ts';

const record = (event: object | string): string => (typeof event === 'string' ? event : JSON.stringify(event));

it('becomes a test on the same event', () => {
  const captured = capturedEvent(
    record({
      event: 'message.publish',
      clientid: 'tk',
      username: 'undefined',
      topic: 'a/b',
      qos: 0,
      payload: '{"t":1}',
    }),
    RULE_EVENTS,
  )!;
  expect(captured.title).toBe('a/b');
  expect(testContext(captured.event, captured.fields)).toEqual({
    event_type: 'message_publish',
    clientid: 'tk',
    topic: 'a/b',
    qos: 0,
    payload: '{ "t": 1 }',
  });
});

it('knows events without a topic', () => {
  const captured = capturedEvent(record({ event: 'client.connected', clientid: 'tk' }), RULE_EVENTS);
  expect(captured).toMatchObject({ title: 'tk', event: { event: '$events/client_connected' } });
});

it('knows messages of sources', () => {
  const events = [...RULE_EVENTS, ...STREAM_EVENTS];
  const local = capturedEvent(record({ event: '$bridges/mqtt:in', topic: 'far/1', payload: '1' }), events);
  expect(local).toMatchObject({ title: 'far/1', event: { event: '$bridges/mqtt:*' } });
  const stream = capturedEvent(record({ event: '$bridges/kinesis_consumer:in', topic: 's', key: 'k' }), events)!;
  expect(testContext(stream.event, stream.fields)).toEqual({
    event_type: '$bridges/kinesis_consumer:*',
    topic: 's',
    key: 'k',
    payload: '',
  });
});

it('is nothing when it was cut off or is unknown', () => {
  expect(capturedEvent(record('{"event":"message.pub'), RULE_EVENTS)).toBeUndefined();
  expect(capturedEvent(record({ event: 'new.kind' }), RULE_EVENTS)).toBeUndefined();
});
