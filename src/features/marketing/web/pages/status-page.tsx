import { plural } from '../../../../kernel/text.ts'
import type { StatusPage as Status, StatusComponent } from '../../contract.ts'
import { Column, PageHead } from './page-head.tsx'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

/** To two digits, and 100 only where nothing failed. */
export function shareText({ checks, succeeded }: { checks: number; succeeded: number }): string {
  if (succeeded === checks) return '100%'
  return `${Math.min(99.99, Math.floor((succeeded / checks) * 10_000) / 100).toFixed(2)}%`
}

function Row({ component: { name, working, record } }: { component: StatusComponent }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-4 sm:px-6">
      <span className="text-base font-medium">{name}</span>
      <span className="order-last w-full text-md text-ink-faint tabular-nums sm:order-none sm:ml-auto sm:w-auto">
        {record ? `${shareText(record)} of ${plural(record.checks, 'check')}` : 'No record yet'}
      </span>
      <span
        className={`rounded-full px-2.5 py-1 text-xs font-medium max-sm:ml-auto ${working ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
      >
        {working ? 'Operational' : 'Not working'}
      </span>
    </li>
  )
}

/** Current health, checked while the page was rendered, and the recorded uptime. */
export function StatusPage({ page: { components, since, at } }: { page: Status }) {
  const broken = components.filter(({ working }) => !working)
  return (
    <Column narrow>
      <PageHead
        title={broken.length === 0 ? 'Everything works' : 'Some parts are not working'}
        lead={`Checked on ${moment.format(new Date(at))} UTC.`}
        above={<p className="mb-3 text-md font-medium text-ink-faint">Status</p>}
      />
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line-strong bg-surface">
        {components.map((component) => (
          <Row key={component.name} component={component} />
        ))}
      </ul>
      <p className="mt-5 text-md text-ink-soft">
        {since
          ? `The server checks its own parts every five minutes and keeps the outcomes of 90 days, here since ${day.format(new Date(since))}. Downtime of the whole server is not recorded.`
          : 'The server checks its own parts every five minutes. Nothing was recorded yet.'}
      </p>
    </Column>
  )
}
