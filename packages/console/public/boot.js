// Sets theme and language before the first paint. A file of its own: the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem('sluice.theme');
    language = localStorage.getItem('sluice.language');
  } catch {
    // Storage may be forbidden; the defaults below hold.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.lang = language ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
})();
