import { affordable, spend } from '../value/budget.ts';
import { textOf } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { bytes } from './arguments.ts';
import type { compressDocs } from './docs/codec.ts';
import type { Implementations, Pure } from './implementation.ts';
import { type Format, pack, unpack } from './packing.ts';

const MAX_UNPACKED = 16 * 1024 * 1024;

/** Units for each byte that is unpacked. */
const UNITS_PER_BYTE = 0.5;

/** What every packing and unpacking costs, however little there is: its tables have to be made. */
const UNITS_PER_CALL = 5000;

function packing(format: Format): Pure {
  return (data) => {
    spend(UNITS_PER_CALL);
    return textOf(pack(format, bytes(data)));
  };
}

function unpacking(format: Format): Pure {
  return (data) => {
    const source = bytes(data);
    if (source.length === 0) throw new Fault('there is no data to unpack.');
    spend(UNITS_PER_CALL);
    const most = affordable(UNITS_PER_BYTE);
    const unpacked = unpack(format, source, Math.min(most, MAX_UNPACKED));
    switch (unpacked.kind) {
      case 'bytes':
        spend(unpacked.bytes.length * UNITS_PER_BYTE);
        return textOf(unpacked.bytes);
      case 'too_long':
        if (most < MAX_UNPACKED) spend((most + 1) * UNITS_PER_BYTE);
        throw new Fault(`the data unpacks to more than ${MAX_UNPACKED} bytes.`);
      case 'damaged':
        throw new Fault('the data is damaged or in another format.');
    }
  };
}

export const compress: Implementations<typeof compressDocs> = {
  gzip: packing('gzip'),
  gunzip: unpacking('gzip'),
  zip: packing('raw'),
  unzip: unpacking('raw'),
  zip_compress: packing('zlib'),
  zip_uncompress: unpacking('zlib'),
};
