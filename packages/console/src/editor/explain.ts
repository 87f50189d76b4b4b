/** The panel of a completion and of a hover: a line of code, a sentence, an example. */
export function explain(about: {
  readonly signature: string;
  readonly detail?: string;
  readonly info?: string;
  readonly example?: string;
}): HTMLElement {
  const panel = document.createElement('div');
  panel.className = 'explain';
  const head = document.createElement('p');
  head.append(element('code', about.signature, 'strong'));
  if (about.detail !== undefined) head.append(' ', element('span', about.detail, 'muted'));
  panel.append(head);
  if (about.info !== undefined && about.info !== '') panel.append(element('p', about.info, 'soft'));
  if (about.example !== undefined && about.example !== '')
    panel.append(element('code', about.example, 'explain-example'));
  return panel;
}

function element(tag: string, text: string, className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
