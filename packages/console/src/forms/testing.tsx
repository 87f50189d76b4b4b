import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';

/** Renders into a page of jsdom and takes it away again. */
export interface Rendered {
  readonly host: HTMLElement;
  readonly rerender: (element: ReactElement) => void;
  readonly unmount: () => void;
}

export function render(element: ReactElement): Rendered {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const host = document.body.appendChild(document.createElement('div'));
  let root: Root | undefined;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const show = (inner: ReactElement) =>
    act(() => {
      root ??= createRoot(host);
      root.render(<QueryClientProvider client={client}>{inner}</QueryClientProvider>);
    });
  show(element);
  return {
    host,
    rerender: show,
    unmount: () => {
      act(() => root?.unmount());
      host.remove();
    },
  };
}

/** What a person does with an input: React listens to the native setter's event. */
export function type(input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  const prototype = Object.getPrototypeOf(input) as object;
  act(() => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}

export function click(element: Element | null | undefined): void {
  if (element === null || element === undefined) throw new Error('nothing to click on');
  act(() => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
}

export function press(element: Element | null | undefined, key: string): void {
  if (element === null || element === undefined) throw new Error(`nothing to press ${key} on`);
  act(() => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
}
