import { plainText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { prometheusText } from '../monitoring/prometheus.ts';
import type { Services } from '../services.ts';

export function prometheusRoute({ readings }: Services): Route {
  return route({
    method: 'GET',
    path: '/prometheus/stats',
    tag: 'monitoring',
    summary: 'Everything that is counted, for Prometheus. An API key of a viewer is enough',
    handle: async () => plainText(await prometheusText(readings), 'text/plain; version=0.0.4'),
  });
}
