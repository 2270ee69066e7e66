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
const BRIEF_LENGTH = 100

const secondsText = (durationMs: number): string => `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`
const megabytes = (byteCount: number): string => `${(byteCount / 2 ** 20).toFixed(1)} MB`
const timeText = (shownDate: Date | null): string =>
  shownDate ? `${shownDate.toISOString().slice(0, 19).replace('T', ' ')} UTC` : '–'

/** Layout by content: names and times stay on one line, numbers are right-aligned, texts take the remaining width. */
type TableColumn = [head: string, kind: 'name' | 'time' | 'figure' | 'text']
const figureColumns = (...columnHeads: string[]): TableColumn[] =>
  columnHeads.map((columnHead) => [columnHead, 'figure'])

/** A long statement is folded. */
function statement(statementText: string) {
  if (statementText.length <= BRIEF_LENGTH) return html`<code>${statementText}</code>`
  return html`<details><summary><code>${statementText.slice(0, BRIEF_LENGTH)} …</code></summary><code>${statementText}</code></details>`
}

function tableMarkup(tableCaption: string, tableColumns: TableColumn[], tableRows: unknown[][], emptyText: string) {
  if (tableRows.length === 0) return html`<p class="muted">${emptyText}</p>`
  // Figures of many columns are wider than a phone: the table scrolls, the page does not.
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${tableCaption}"><table><thead><tr>${tableColumns.map(([head, kind]) => html`<th scope="col" class="${kind}">${head}</th>`)}</tr></thead>
<tbody>${tableRows.map((rowCells) => html`<tr>${rowCells.map((cellContent, cellIndex) => html`<td class="${tableColumns[cellIndex]?.[1] ?? 'text'}">${cellContent}</td>`)}</tr>`)}</tbody></table></div>`
}

/** The operator page: queued and failed jobs, slow statements, and costs by workspace. Contains no user content. */
export function opsPage(opsView: OpsView, pageOptions: { https: boolean }) {
  const { overview, slow, costs, operators } = opsView
  const healthParts = Object.entries(opsView.parts)
  const failedParts = healthParts.filter(([, works]) => !works).map(([name]) => name)
  const pageBody = html`<h1>Operations</h1>
<p class="muted">Version ${opsView.version} · ${opsView.database} · this process since ${timeText(opsView.startedAt)}</p>
<p>${failedParts.length === 0 ? html`Everything works: ${healthParts.map(([name]) => name).join(', ')}.` : html`<strong>Does not work: ${failedParts.join(', ')}.</strong>`}</p>

<h2>Queues</h2>
${tableMarkup(
  'Queues',
  [['Job', 'name'], ...figureColumns('Due', 'Running', 'For later', 'Failed'), ['Oldest due', 'time']],
  overview.queues.map((jobQueue) => [
    jobQueue.name,
    formatNumber(jobQueue.due),
    formatNumber(jobQueue.running),
    formatNumber(jobQueue.waiting - jobQueue.due),
    formatNumber(jobQueue.failed),
    timeText(jobQueue.oldest_due),
  ]),
  'Nothing waits, runs or has failed.',
)}

<h2>Failures</h2>
${tableMarkup(
  'Failures',
  [['Job', 'name'], ['When', 'time'], ...figureColumns('Attempts'), ['Reason', 'text']],
  overview.failures.map((jobFailure) => [
    jobFailure.name,
    timeText(jobFailure.at),
    formatNumber(jobFailure.attempts),
    jobFailure.message,
  ]),
  'No job was given up in the last two days.',
)}

<h2>Slow queries</h2>
<p class="muted">Statements that took over 200 ms in this process, without what they were asked about.</p>
${tableMarkup(
  'Slow queries',
  [['Statement', 'text'], ...figureColumns('Times', 'Longest', 'In all'), ['Last', 'time']],
  slow.map((slowQuery) => [
    statement(slowQuery.statement),
    formatNumber(slowQuery.times),
    secondsText(slowQuery.longestMs),
    secondsText(slowQuery.totalMs),
    timeText(slowQuery.at),
  ]),
  'None since the start.',
)}

<h2>Workspaces</h2>
<p class="muted">The fifty that cost the most. Database time is this process’s, since its start; questions and the language model’s tokens are those of 30 days; tokens are estimated where the service does not count them.</p>
${tableMarkup(
  'Workspaces',
  [
    ['Workspace', 'name'],
    ...figureColumns(
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
  costs.map((workspaceCost) => [
    html`<a href="/faq/${workspaceCost.subdomain}">${workspaceCost.subdomain}</a>`,
    secondsText(workspaceCost.database_seconds * 1000),
    formatNumber(workspaceCost.model_calls),
    formatNumber(workspaceCost.input_tokens),
    formatNumber(workspaceCost.output_tokens),
    formatNumber(workspaceCost.questions),
    formatNumber(workspaceCost.faqs),
    formatNumber(workspaceCost.passages),
    formatNumber(workspaceCost.entries),
    megabytes(workspaceCost.file_bytes),
  ]),
  'No workspace was used since the start.',
)}

<h2>Operators</h2>
${tableMarkup(
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
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" ${opsView.problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
<button>Add</button>${opsView.problem ? html`<p id="problem" role="alert">${opsView.problem}</p>` : ''}</form>`
  return plainPage('Operations', pageBody, { ...pageOptions, wide: true })
}
