import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { securityHeaders } from './security/security-headers.ts'

const CSS = `
:root{color-scheme:light dark;--ink:#16262b;--muted:#5a6a6e;--paper:#fdfcfa;--card:#fff;--line:#e3e1db;--accent:#8a5a00}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecec;--muted:#9fb0b3;--paper:#10191c;--card:#162226;--line:#2a3a3f;--accent:#f2b544}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:56rem;margin:0 auto;padding:2.5rem 1.25rem}h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.1rem;margin:2.25rem 0 .75rem}p{margin:.25rem 0 1rem}.muted{color:var(--muted)}a{color:var(--accent)}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.25rem;margin:0 0 1rem}
article :is(h2,h3){margin:0 0 .25rem;font-size:1rem;overflow-wrap:anywhere}code,pre{font:13px/1.5 ui-monospace,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0 0}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
button{font:inherit;font-weight:600;color:#16262b;background:#f2b544;border:1px solid #c98a12;border-radius:10px;padding:.55rem 1.1rem;cursor:pointer}
td>code{font-size:12px}.scroll{overflow-x:auto}.scroll th{white-space:nowrap}.scroll td{overflow-wrap:normal}.scroll .name,.scroll .time,.scroll .figure{white-space:nowrap}.scroll .figure{text-align:right;font-variant-numeric:tabular-nums}.scroll td.text{min-width:16rem}
main.wide{max-width:76rem}summary{cursor:pointer;overflow-wrap:anywhere}summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}details[open] summary{color:var(--muted)}form.below{display:block;margin-top:1.5rem}form.below label{display:inline-block;margin-bottom:.35rem}
input{font:inherit;min-height:2.75rem;padding:.5rem .75rem;border-radius:10px;border:1px solid var(--line);background:var(--card);color:var(--ink);max-width:100%}input:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.verb{font-weight:700;display:inline-block;min-width:4.5em}
form{display:inline-block;margin:.25rem .5rem .25rem 0}
button,.button{display:inline-block;font:inherit;font-weight:550;padding:.6rem 1rem;min-height:2.75rem;border-radius:10px;border:1px solid var(--line);background:var(--card);color:var(--ink);text-decoration:none;cursor:pointer}
.try{display:block;margin:.75rem 0 0}.try label,#try-it label{display:block;margin:0 0 .75rem}.try label>span,#try-it label>span{display:block;font-weight:550;margin-bottom:.25rem}
.try input,#try-it input{width:100%;max-width:32rem}.try textarea{display:block;width:100%;font:13px/1.5 ui-monospace,monospace;padding:.5rem .75rem;border-radius:10px;border:1px solid var(--line);background:var(--paper);color:var(--ink)}
.try pre{max-height:26rem;overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:10px}.try pre:focus-visible,.try textarea:focus-visible{outline:2px solid var(--accent);outline-offset:2px}article summary{width:fit-content;padding:.6rem 0;font-weight:550}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}nav a{display:inline-block;padding:.35rem 0}
button.primary{background:#f2b544;border-color:#d99a25;color:#16262b}button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

const STYLE_HASH = `sha256-${createHash('sha256').update(CSS).digest('base64')}`

/**
 * Renders a text page for operators, integrators and links in emails. `wide` is for tables; `script` is the address of a
 * module of our own.
 */
export function plainPage(
  title: string,
  body: unknown,
  options: { https: boolean; wide?: boolean; script?: string | undefined },
): { html: string; headers: Record<string, string> } {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Answerloom</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg">
<style>${raw(CSS)}</style>${options.script ? html`<script type="module" src="${options.script}"></script>` : ''}</head><body><main${options.wide ? raw(' class="wide"') : ''}>${body}</main></body></html>`
  return {
    html: String(page),
    headers: {
      ...securityHeaders('visitor', { styleHashes: [STYLE_HASH], https: options.https }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  }
}
