import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of a test that runs one of the files beside this one. */
export interface Child {
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a message and gives the answer. */
  ask(message: unknown): Promise<unknown>;
  tell(message: unknown): void;
  /** Settles with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts it; settles with its first line of output. */
export async function startChild(file: URL, args: readonly string[], isReady: RegExp): Promise<Child> {
  const entry = fileURLToPath(file);
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => {
      if (isReady.test(line.toString())) resolve();
      else reject(new Error(line.toString()));
    });
    void ended.then((code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    ended,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
    ask: (message) =>
      new Promise((resolve, reject) => {
        child.once('message', resolve);
        child.send(message as string, (error) => {
          if (error) reject(error);
        });
      }),
    tell(message) {
      child.send(message as string);
    },
  };
}
