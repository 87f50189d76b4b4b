import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The nonce under which this page may add styles; the server puts a fresh one into the page. */
export function cspNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  return nonce === '' ? [] : EditorView.cspNonce.of(nonce);
}
