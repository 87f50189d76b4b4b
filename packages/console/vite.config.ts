import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the console works under any sub-path.
  base: './',
  plugins: [react()],
  // The server puts a fresh nonce here for each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Says which files a page needs: read by scripts/budget.mjs.
    manifest: true,
    sourcemap: false,
    // No inlined assets: `data:` needs a hole in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: { '/api': process.env.SLUICE_API ?? 'http://127.0.0.1:18083' },
  },
});
