// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { click, render } from '../forms/testing.tsx';
import MarkdownView, { renderMarkdown } from './MarkdownView.tsx';

it('renders Markdown, and nothing that runs or loads', () => {
  const { html } = renderMarkdown(
    '# Title\n\n**bold** `code`\n\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](https://example.org)\n\n<p style="position:fixed" id="root" onclick="x()">p</p>',
  );
  expect(html).toContain('<h1>Title</h1>');
  expect(html).toContain('<strong>bold</strong>');
  expect(html).toContain('href="https://example.org"');
  expect(html).not.toMatch(/script|<img|onerror|onclick|style=|id=/);
});

it('has a table of contents when it is asked for and there is something to choose from', () => {
  Element.prototype.scrollIntoView = () => {};
  const text = '# One\n\ntext\n\n## Two\n\ntext';
  const { host, rerender } = render(<MarkdownView text={text} contents="Contents" />);
  const links = [...host.querySelectorAll('nav button')];
  expect(links.map((link) => link.textContent)).toEqual(['One', 'Two']);
  click(links[1]);
  expect(document.activeElement?.textContent).toBe('Two');
  rerender(<MarkdownView text={text} />);
  expect(host.querySelector('nav')).toBeNull();
  rerender(<MarkdownView text="# One" contents="Contents" />);
  expect(host.querySelector('nav')).toBeNull();
});
