// Type-checks every TypeScript project of the repository, a few at a time, and reports all failures.
import { spawn } from 'node:child_process';
import { globSync } from './files.mjs';

const projects = globSync(/^(packages\/[^/]+|e2e|bench)\/tsconfig(\.test)?\.json$/).filter(
  (project) => globSync(/\.tsx?$/, project.slice(0, project.lastIndexOf('/'))).length > 0,
);

function check(project) {
  return new Promise((resolve) => {
    const tsc = spawn('node_modules/.bin/tsc', ['-p', project], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    tsc.stdout.on('data', (chunk) => {
      output += chunk;
    });
    tsc.on('close', (code) => resolve({ project, code, output }));
  });
}

let failed = false;
const queue = [...projects];
async function worker() {
  for (let project = queue.shift(); project; project = queue.shift()) {
    const result = await check(project);
    if (result.code !== 0) {
      failed = true;
      console.log(`${project}\n${result.output}`);
    }
  }
}
await Promise.all([worker(), worker()]);
console.log(failed ? 'typecheck: errors' : `typecheck: ${projects.length} projects are clean`);
process.exit(failed ? 1 : 0);
