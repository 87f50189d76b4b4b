import type { ResourceId } from '@sluice/contract';
import type { Fault } from '../connectors/driver.ts';
import type { StatusReport } from '../host.ts';

/** Why an action or a source is not available although nothing is wrong with its target. */

export function disabled(what: 'action' | 'source'): Fault {
  return { code: 'disabled', message: `This ${what} is disabled. Enable it to use it.` };
}

export function connectorMissing(connector: ResourceId): Fault {
  return { code: 'connector_missing', data: { connector }, message: `The connector ${connector} does not exist.` };
}

export function connectorConnecting(connector: ResourceId): Fault {
  return {
    code: 'connector_connecting',
    data: { connector },
    message: `Its connector ${connector} is still connecting.`,
  };
}

/** The reason of the connector stands behind; its own code comes as `below`. */
export function connectorDown(connector: ResourceId, report: StatusReport): Fault {
  // Stopped without a reason of its own: nobody enabled it.
  const below = report.code ?? (report.status === 'stopped' ? 'disabled' : undefined);
  return {
    code: 'connector_down',
    data: {
      ...report.data,
      connector,
      state: report.status,
      ...(below === undefined ? {} : { below }),
    },
    message: `Its connector ${connector} is ${report.status}. ${report.reason ?? 'Enable or mend the connector.'}`,
    ...(report.raw === undefined ? {} : { raw: report.raw }),
  };
}

export function storageFault(error: NodeJS.ErrnoException): Fault {
  const raw = `${error.code ?? 'error'}: ${error.message}`;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    const message = 'The disk with the buffers is full. Free some space: publishers of QoS 1 and 2 wait for it.';
    return { code: 'disk_full', message, raw };
  }
  return {
    code: 'disk_failed',
    message: 'The buffer cannot be written to disk. Check the data folder and its permissions.',
    raw,
  };
}
