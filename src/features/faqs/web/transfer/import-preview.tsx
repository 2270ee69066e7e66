import type { ReactNode } from 'react'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '../../../../web/ui/table.tsx'
import type { OnDuplicate } from '../../contract.ts'
import type { PreparedRow } from '../../domain/transfer/import-rows.ts'
import { STATUS_LABELS } from '../status-labels.ts'
import type { Existing, ReadFile } from './use-import-file.ts'

const EXISTS: Record<OnDuplicate, string> = { skip: 'Skipped', update: 'Updates', create: 'Added again' }

function Fate({
  row,
  existing,
  onDuplicate,
}: {
  row: PreparedRow
  existing: Existing | undefined
  onDuplicate: OnDuplicate
}) {
  if (row.problem) return <ResultLabel tone="bad" label="Refused" reason={row.problem} />
  if (existing?.kind === 'same')
    return <ResultLabel tone="neutral" label={EXISTS[onDuplicate]} reason={`Exists: ${existing.question}`} />
  if (existing) return <ResultLabel tone="warn" label="New" reason={`Similar to: ${existing.question}`} />
  return <Badge tone="good">New</Badge>
}

function ResultLabel({ tone, label, reason }: { tone: 'bad' | 'neutral' | 'warn'; label: string; reason: ReactNode }) {
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <span className="mt-0.5 block text-xs text-ink-soft">{reason}</span>
    </>
  )
}

/** The first rows, and what will become of them. */
export function ImportPreview({ file }: { file: ReadFile }) {
  const { plan, choices, existing } = file
  return (
    <Table label="Preview">
      <TableHead>
        <HeaderCell className="max-sm:hidden">Line</HeaderCell>
        <HeaderCell>Question</HeaderCell>
        <HeaderCell className="max-md:hidden">Answer</HeaderCell>
        <HeaderCell className="max-xl:hidden">Category</HeaderCell>
        <HeaderCell className="max-xl:hidden">Status</HeaderCell>
        <HeaderCell>Outcome</HeaderCell>
      </TableHead>
      <TableBody>
        {plan.preview.map((row) => (
          <Row key={row.row}>
            <Cell className="text-ink-faint max-sm:hidden">{row.line}</Cell>
            <Cell className="max-w-72 sm:min-w-40">
              <span className="line-clamp-2 break-words">{row.question.slice(0, 300) || '–'}</span>
            </Cell>
            <Cell className="max-w-72 text-ink-soft max-md:hidden">
              <span className="line-clamp-2 break-words">{row.item?.answer.slice(0, 300) || '–'}</span>
            </Cell>
            <Cell className="max-xl:hidden">{row.item?.category ?? 'General'}</Cell>
            <Cell className="max-xl:hidden">{STATUS_LABELS[row.item?.status ?? 'draft']}</Cell>
            <Cell className="max-w-64 break-words sm:min-w-36">
              <Fate row={row} existing={existing.get(row.question.slice(0, 500))} onDuplicate={choices.onDuplicate} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
