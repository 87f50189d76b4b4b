/** The page behind `/api-docs`: one file, no library. Reads the OpenAPI document and sends requests from the browser. */
export const API_DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sluice API</title>
<style nonce="__CSP_NONCE__">
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 960px; margin: 0 auto; padding: 24px; }
h2 { margin: 32px 0 8px; text-transform: capitalize; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: 6px 0; }
summary { padding: 8px 12px; cursor: pointer; }
summary b { display: inline-block; min-width: 64px; }
summary span { opacity: .75; }
form { padding: 4px 12px 12px; display: grid; gap: 8px; }
label { display: grid; gap: 2px; }
input, textarea, button { font: inherit; padding: 6px 8px; }
textarea, pre, code { font-family: ui-monospace, monospace; }
pre { overflow: auto; max-height: 400px; padding: 8px; background: color-mix(in srgb, currentColor 8%, transparent); }
button { justify-self: start; }
</style>
</head>
<body>
<h1>Sluice API</h1>
<p>Paths, status codes and bodies follow the management API of EMQX 5.8. <a href="swagger.json" id="raw">OpenAPI document</a></p>
<form id="signin"><label>User <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in to try calls</button><output id="who" role="status"></output></form>
<main id="calls"></main>
<script nonce="__CSP_NONCE__">
const base = location.pathname.replace(/api-docs.*$/, '');
let token;
const el = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};
document.getElementById('raw').href = base + 'api-docs/swagger.json';
document.getElementById('signin').addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = JSON.stringify(Object.fromEntries(new FormData(event.target)));
  const answer = await fetch(base + 'api/v5/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const result = await answer.json();
  token = result.token;
  document.getElementById('who').textContent = answer.ok ? 'Signed in as ' + result.role : result.message;
});
function example(schema = {}) {
  if (schema.oneOf || schema.anyOf) return example((schema.oneOf || schema.anyOf)[0]);
  if (schema.default !== undefined) return schema.default;
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.type === 'array') return [];
  if (schema.properties) return Object.fromEntries((schema.required || []).map((key) => [key, example(schema.properties[key])]));
  return { object: {}, boolean: false, integer: 0, number: 0 }[schema.type] ?? '';
}
function call(path, method, operation) {
  const form = el('form');
  for (const parameter of operation.parameters) {
    const input = el('input', { name: parameter.name, required: parameter.required });
    input.dataset.place = parameter.in;
    form.append(el('label', {}, parameter.name + ' (' + parameter.in + ') ' + (parameter.description || ''), input));
  }
  const schema = operation.requestBody?.content['application/json'].schema;
  if (schema) form.append(el('label', {}, 'Body', el('textarea', { name: 'body', rows: 8, value: JSON.stringify(example(schema), null, 2) })));
  form.append(el('small', { textContent: 'Errors: ' + Object.entries(operation.responses).filter(([code]) => code >= '400').map(([code, one]) => code + ' ' + one.description).join(' · ') }));
  const output = el('pre', { hidden: true });
  form.append(el('button', { textContent: 'Send' }), output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    let url = path;
    const query = new URLSearchParams();
    for (const input of form.querySelectorAll('input')) {
      if (input.dataset.place === 'path') url = url.replace('{' + input.name + '}', encodeURIComponent(input.value));
      else if (input.value !== '') query.append(input.name, input.value);
    }
    const headers = { ...(token && { authorization: 'Bearer ' + token }), ...(schema && { 'content-type': 'application/json' }) };
    const body = schema ? form.querySelector('textarea').value : undefined;
    const answer = await fetch(base + 'api/v5' + url + (query.size ? '?' + query : ''), { method, headers, body });
    const text = await answer.text();
    output.hidden = false;
    try { output.textContent = answer.status + '\\n' + JSON.stringify(JSON.parse(text), null, 2); } catch { output.textContent = answer.status + '\\n' + text; }
  });
  return el('details', {}, el('summary', {}, el('b', { textContent: method.toUpperCase() }), ' ', el('code', { textContent: path }), ' ', el('span', { textContent: operation.summary })), form);
}
fetch(base + 'api-docs/swagger.json').then((answer) => answer.json()).then((document_) => {
  const groups = new Map();
  for (const [path, methods] of Object.entries(document_.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0];
      groups.set(tag, [...(groups.get(tag) || []), call(path, method, operation)]);
    }
  }
  for (const [tag, calls] of groups) document.getElementById('calls').append(el('h2', { textContent: tag }), ...calls);
});
</script>
</body>
</html>
`;
