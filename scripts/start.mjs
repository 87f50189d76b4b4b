#!/usr/bin/env node
// `npm start`: installs and builds what is missing or stale, then runs the product in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, requireNode, root } from './setup.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
await import(pathToFileURL(join(root, 'dist', 'sluice.js')).href);
