// Type-checks every TypeScript project of the repository, two at a time, and reports all failures.
import { spawn } from 'node:child_process';
import { listFiles } from './files.mjs';

const sources = listFiles(/\.tsx?$/);
const projects = listFiles(/^(packages\/[^/]+|e2e|bench|scripts)\/tsconfig(\.test)?\.json$/).filter((project) => {
  const folder = project.slice(0, project.lastIndexOf('/') + 1);
  return sources.some((source) => source.startsWith(folder));
});

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
