import type { Field } from '@sluice/contract';

/** Fields that the consumers of all streaming systems have; names and defaults as EMQX's `kafka_consumer`. */

function encoding(en: string, zh: string): Field {
  return {
    type: 'enum',
    symbols: ['none', 'base64'],
    default: 'none',
    label: { en, zh },
    help: {
      en: 'none: as it comes. base64: as Base64 text, for binary data.',
      zh: 'none：保持原样。base64：以 Base64 文本表示，适用于二进制数据。',
    },
  };
}

export const KEY_ENCODING: Field = encoding('Key encoding', '键编码');
export const VALUE_ENCODING: Field = encoding('Value encoding', '值编码');

export const OFFSET_RESET_POLICY: Field = {
  type: 'enum',
  symbols: ['latest', 'earliest'],
  default: 'latest',
  label: { en: 'Start from', zh: '起始位置' },
  help: {
    en: 'Where to begin when no position is known yet: with new messages, or with the oldest that are kept.',
    zh: '尚无已知位置时从何处开始：最新消息，或仍保留的最早消息。',
  },
};
