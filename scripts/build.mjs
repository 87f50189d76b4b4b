// Builds dist/: one bundle for the server, one for the engine's worker thread, and the console beside them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildConsole } from 'vite';
import { root } from './setup.mjs';

// Whatever the shell says: what is built here is for production, React without its checks.
process.env.NODE_ENV = 'production';

const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });

await bundle({
  absWorkingDir: root,
  entryPoints: { sluice: 'packages/server/src/main.ts', 'engine-worker': 'packages/engine/src/worker.ts' },
  outdir: dist,
  bundle: true,
  platform: 'node',
  format: 'esm',
  // What is imported lazily becomes a file of its own: drivers nobody uses cost neither start-up nor memory.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  target: 'node20.19',
  minify: true,
  keepNames: true,
  sourcemap: true,
  legalComments: 'none',
  // A native addon finds its binary beside its own package.
  external: ['@photostructure/sqlite'],
  // CommonJS packages inside an ES module bundle still call require().
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

const consoleDist = join(dist, 'console');
await buildConsole({
  root: join(root, 'packages/console'),
  logLevel: 'warn',
  build: { outDir: consoleDist, emptyOutDir: true },
});

/** Compresses once here what would otherwise be compressed for every visitor. */
function precompress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    if (content.length < 1024) continue;
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
precompress(join(consoleDist, 'assets'));
