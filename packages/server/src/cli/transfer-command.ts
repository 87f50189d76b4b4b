import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '@sluice/contract';
import { writeDocument } from '../transfer/document.ts';
import { readConfiguration } from '../transfer/read-configuration.ts';
import { connectApi } from './api-client.ts';
import { applyDocument } from './apply.ts';

const TRANSFER_HELP = `Usage: sluice export [file] [--json] [--url URL]
       sluice apply <file> [--dry-run] [--prune] [--url URL]

export writes all connectors, actions, sources and rules as YAML (or JSON), to a file or to standard output. Secrets
become references such as \${env:SLUICE_SECRET_CONNECTOR_MQTT_A_PASSWORD}.
apply shows what it will change, then changes it. Secrets come from the environment; of objects that are there already,
those that are not set stay as they are.

  --url <URL>    server, gateway or EMQX [SLUICE_URL, http://127.0.0.1:18083]
  --json         write JSON
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
    url: values.url ?? env.SLUICE_URL ?? 'http://127.0.0.1:18083',
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
    const configuration = await readConfiguration(api.value);
    if (!configuration.ok) return fail({ message: configuration.error, code: 1 });
    const text = writeDocument(configuration.value, values.json === true ? 'json' : 'yaml');
    if (file === undefined) print(text.trimEnd());
    else writeFileSync(file, text);
    return ok(undefined);
  } catch (error) {
    return fail({ message: error instanceof Error ? error.message : String(error), code: 1 });
  }
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
      'dry-run': { type: 'boolean' },
      prune: { type: 'boolean' },
    },
  });
}
