declare global {
  /** Where the scroll lock of dialogs (react-style-singleton) looks for the nonce. */
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the server put into the page for the styles that are made at run time. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

globalThis.__webpack_nonce__ = styleNonce();
