import { html } from 'hono/html'
import { formatNumber } from '../../../kernel/format.ts'
import type { SlowQuery } from '../../../platform/db/index.ts'
import { plainPage } from '../../../platform/http/index.ts'
import type { QueueOverview } from '../../../platform/jobs/index.ts'
import type { Operator } from './operators.ts'
import type { WorkspaceCost } from './workspace-costs.ts'

export interface OpsView {
  version: string
  database: string
  startedAt: Date
  parts: Record<string, boolean>
  overview: QueueOverview
  slow: SlowQuery[]
  costs: WorkspaceCost[]
  operators: Operator[]
  /** Error of the last change, shown beside the form. */
  problem: string | null
}

/** Characters of a statement that are shown unfolded. */
const BRIEF = 100

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`
const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
const when = (date: Date | null): string => (date ? `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC` : '–')

/** Layout by content: names and times stay on one line, numbers are right-aligned, texts take the remaining width. */
type Column = [head: string, kind: 'name' | 'time' | 'figure' | 'text']
const figures = (...heads: string[]): Column[] => heads.map((head) => [head, 'figure'])

/** A long statement is folded. */
function statement(text: string) {
  if (text.length <= BRIEF) return html`<code>${text}</code>`
  return html`<details><summary><code>${text.slice(0, BRIEF)} …</code></summary><code>${text}</code></details>`
}

function table(caption: string, columns: Column[], rows: unknown[][], empty: string) {
  if (rows.length === 0) return html`<p class="muted">${empty}</p>`
  // Figures of many columns are wider than a phone: the table scrolls, the page does not.
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${columns.map(([head, kind]) => html`<th scope="col" class="${kind}">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, index) => html`<td class="${columns[index]?.[1] ?? 'text'}">${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

/** The operator page: queued and failed jobs, slow statements, and costs by workspace. Contains no user content. */
export function opsPage(view: OpsView, options: { https: boolean }) {
  const { overview, slow, costs, operators } = view
  const parts = Object.entries(view.parts)
  const down = parts.filter(([, works]) => !works).map(([name]) => name)
  const body = html`<h1>Operations</h1>
<p class="muted">Version ${view.version} · ${view.database} · this process since ${when(view.startedAt)}</p>
<p>${down.length === 0 ? html`Everything works: ${parts.map(([name]) => name).join(', ')}.` : html`<strong>Does not work: ${down.join(', ')}.</strong>`}</p>

<h2>Queues</h2>
${table(
  'Queues',
  [['Job', 'name'], ...figures('Due', 'Running', 'For later', 'Failed'), ['Oldest due', 'time']],
  overview.queues.map((q) => [
    q.name,
    formatNumber(q.due),
    formatNumber(q.running),
    formatNumber(q.waiting - q.due),
    formatNumber(q.failed),
    when(q.oldest_due),
  ]),
  'Nothing waits, runs or has failed.',
)}

<h2>Failures</h2>
${table(
  'Failures',
  [['Job', 'name'], ['When', 'time'], ...figures('Attempts'), ['Reason', 'text']],
  overview.failures.map((f) => [f.name, when(f.at), formatNumber(f.attempts), f.message]),
  'No job was given up in the last two days.',
)}

<h2>Slow queries</h2>
<p class="muted">Statements that took over 200 ms in this process, without what they were asked about.</p>
${table(
  'Slow queries',
  [['Statement', 'text'], ...figures('Times', 'Longest', 'In all'), ['Last', 'time']],
  slow.map((q) => [
    statement(q.statement),
    formatNumber(q.times),
    seconds(q.longestMs),
    seconds(q.totalMs),
    when(q.at),
  ]),
  'None since the start.',
)}

<h2>Workspaces</h2>
<p class="muted">The fifty that cost the most. Database time is this process’s, since its start; questions and the language model’s tokens are those of 30 days; tokens are estimated where the service does not count them.</p>
${table(
  'Workspaces',
  [
    ['Workspace', 'name'],
    ...figures(
      'Database',
      'Model calls',
      'Tokens in',
      'Tokens out',
      'Questions',
      'FAQs',
      'Passages',
      'Index entries',
      'Files',
    ),
  ],
  costs.map((c) => [
    html`<a href="/faq/${c.subdomain}">${c.subdomain}</a>`,
    seconds(c.database_seconds * 1000),
    formatNumber(c.model_calls),
    formatNumber(c.input_tokens),
    formatNumber(c.output_tokens),
    formatNumber(c.questions),
    formatNumber(c.faqs),
    formatNumber(c.passages),
    formatNumber(c.entries),
    megabytes(c.file_bytes),
  ]),
  'No workspace was used since the start.',
)}

<h2>Operators</h2>
${table(
  'Operators',
  [
    ['Account', 'name'],
    ['Access', 'text'],
  ],
  operators.map(({ id, email, first }) => [
    email,
    first
      ? 'named by OPERATOR_EMAIL'
      : html`<form method="post" action="/ops/operators/remove"><input type="hidden" name="id" value="${id}"><button aria-label="Remove ${email}">Remove</button></form>`,
  ]),
  'There is none.',
)}
<form class="below" method="post" action="/ops/operators/add"><label for="email">Let another account see this page</label><br>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" ${view.problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
<button>Add</button>${view.problem ? html`<p id="problem" role="alert">${view.problem}</p>` : ''}</form>`
  return plainPage('Operations', body, { ...options, wide: true })
}
