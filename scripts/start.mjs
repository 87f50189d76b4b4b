#!/usr/bin/env -S node --max-semi-space-size=2
// `npm start`: installs and builds what is missing or stale, then runs the product in this process.
// The flag bounds what Node takes for new objects, here and in package.json: by default 48 MB that it does not give back.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, requireNode, root } from './setup.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
await import(pathToFileURL(join(root, 'dist', 'sluice.js')).href);
