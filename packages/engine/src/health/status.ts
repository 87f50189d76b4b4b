import type { ResourceStatus } from '@sluice/contract';
import type { Fault } from '../connectors/driver.ts';
import type { StatusReport } from '../host.ts';

/** A status with the time of its last change. */
export interface StatusCell {
  set(status: ResourceStatus, fault?: Fault): StatusReport;
  read(): StatusReport;
}

export function createStatus(initial: ResourceStatus, now: () => number = Date.now): StatusCell {
  let report: StatusReport = { status: initial, since: now() };
  return {
    set(status, fault) {
      if (status !== report.status || fault?.message !== report.reason) {
        report = {
          status,
          since: status === report.status ? report.since : now(),
          ...(fault === undefined ? {} : { reason: fault.message }),
          ...(fault?.raw === undefined ? {} : { raw: fault.raw }),
          ...(fault?.code === undefined ? {} : { code: fault.code, data: { ...fault.data } }),
        };
      }
      return report;
    },
    read: () => report,
  };
}
