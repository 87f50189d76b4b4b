import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '@sluice/contract';
import { writeDocument } from '../transfer/document.ts';
import { readConfiguration } from '../transfer/read-configuration.ts';
import { type ApiClient, connectApi } from './api-client.ts';
import { applyDocument } from './apply.ts';

const TRANSFER_HELP = `Usage: sluice export [file] [--json] [--hashes] [--url URL]
       sluice apply <file> [--dry-run] [--prune] [--url URL]

export writes all connectors, actions, sources and rules, and users, permissions and bans of MQTT, as YAML (or JSON), to
a file or to standard output. Secrets become references such as \${env:SLUICE_SECRET_CONNECTOR_MQTT_A_PASSWORD}.
apply shows what it will change, then changes it, all or nothing; with EMQX, which cannot do that, what was done is taken
back when something fails, and MQTT is left out. Secrets come from the environment; of objects that are there already,
those that are not set stay as they are.

  --url <URL>    server, gateway or EMQX [SLUICE_URL, http://127.0.0.1:18083 or the port in SLUICE_PORT]
  --json         write JSON
  --hashes       write passwords of MQTT users as hashes, to bring them elsewhere
  --dry-run      only show what would change
  --prune        also delete what the document does not have

Signs in with SLUICE_API_KEY and SLUICE_API_SECRET, or with SLUICE_PASSWORD and SLUICE_USERNAME (admin).
`;

interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

/** `sluice export` and `sluice apply`. A failure is a sentence and an exit code. */
export async function runTransfer(
  command: 'export' | 'apply',
  args: readonly string[],
  { env, print }: Io,
): Promise<Result<void, { readonly message: string; readonly code: 1 | 2 }>> {
  let parsed: ReturnType<typeof parseTransferArgs>;
  try {
    parsed = parseTransferArgs(args);
  } catch (error) {
    const message = error instanceof Error ? (error.message.split(/\n|\. To specify/, 1)[0] ?? '') : String(error);
    return fail({ message: `${message.replace(/\.$/, '')}. See sluice ${command} --help.`, code: 2 });
  }
  const { values, positionals } = parsed;
  if (values.help === true) {
    print(TRANSFER_HELP);
    return ok(undefined);
  }
  const [file, stray] = positionals;
  if (stray !== undefined || (command === 'apply' && file === undefined)) {
    return fail({ message: `sluice ${command} takes one file. See sluice ${command} --help.`, code: 2 });
  }
  const api = await connectApi({
    url: values.url ?? env.SLUICE_URL ?? `http://127.0.0.1:${env.SLUICE_PORT || '18083'}`,
    apiKey: env.SLUICE_API_KEY,
    apiSecret: env.SLUICE_API_SECRET,
    username: env.SLUICE_USERNAME ?? 'admin',
    password: env.SLUICE_PASSWORD,
  });
  if (!api.ok) return fail({ message: api.error, code: 1 });
  try {
    if (command === 'apply') {
      const text = readFileSync(file ?? '', 'utf8');
      const options = { dryRun: values['dry-run'] === true, prune: values.prune === true, env, print };
      const done = await applyDocument(api.value, text, options);
      return done.ok ? done : fail({ message: done.error, code: 1 });
    }
    const exported = await exportDocument(api.value, values.json === true ? 'json' : 'yaml', values.hashes === true);
    if (!exported.ok) return fail({ message: exported.error, code: 1 });
    const text = exported.value;
    if (file === undefined) print(text.trimEnd());
    else writeFileSync(file, text);
    return ok(undefined);
  } catch (error) {
    return fail({ message: error instanceof Error ? error.message : String(error), code: 1 });
  }
}

/** Sluice and its gateway write the document themselves; of EMQX it is written here. */
async function exportDocument(
  api: ApiClient,
  format: 'yaml' | 'json',
  hashes: boolean,
): Promise<Result<string, string>> {
  const known = await api.call<{ features?: readonly string[] }>('GET', '/sluice/capabilities');
  if (known.ok && known.value?.features?.includes('export') === true) {
    return api.text(`/sluice/export?format=${format}${hashes ? '&hashes=true' : ''}`);
  }
  const configuration = await readConfiguration(api);
  return configuration.ok ? ok(writeDocument(configuration.value, format)) : configuration;
}

function parseTransferArgs(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      url: { type: 'string' },
      json: { type: 'boolean' },
      hashes: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      prune: { type: 'boolean' },
    },
  });
}
