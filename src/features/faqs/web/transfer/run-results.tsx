import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../../../kernel/format.ts'
import { Badge, type Tone } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '../../../../web/ui/table.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import type { RowResult } from '../../domain/transfer/import-file.ts'
import type { RunState } from './import-run.ts'

type Outcome = RowResult['outcome']
const OUTCOMES: Record<Outcome, { label: string; tone: Tone }> = {
  created: { label: 'Created', tone: 'good' },
  updated: { label: 'Updated', tone: 'teal' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'bad' },
  unsent: { label: 'Not imported', tone: 'neutral' },
}
const SHOWN = 50

/** Hands a text to the browser as a file. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Outcome of each row, downloadable as a file. */
export function RunResults({ run: { results, file } }: { run: RunState }) {
  const refused = results.some(({ outcome }) => outcome === 'refused')
  const [wanted, setWanted] = useState<Outcome | 'all'>(refused ? 'refused' : 'all')
  const [size, setSize] = useState(SHOWN)
  const matching = wanted === 'all' ? results : results.filter(({ outcome }) => outcome === wanted)
  const there = (Object.keys(OUTCOMES) as Outcome[]).filter((name) => results.some(({ outcome }) => outcome === name))
  const download = async () => {
    try {
      save(`outcome-${file.name.replace(/\.\w+$/u, '')}.csv`, await file.report(results))
    } catch {
      toastError('The results could not be saved')
    }
  }
  return (
    <Card
      title="Rows"
      actions={
        <Button size="sm" icon={<Download size={15} />} onClick={() => void download()}>
          Download results
        </Button>
      }
    >
      <Select<Outcome | 'all'>
        label="Rows to show"
        size="sm"
        className="mb-3 max-w-52"
        options={[
          { value: 'all', label: `All rows (${formatNumber(results.length)})` },
          ...there.map((name) => ({
            value: name,
            label: `${OUTCOMES[name].label} (${formatNumber(results.filter(({ outcome }) => outcome === name).length)})`,
          })),
        ]}
        value={wanted}
        onValueChange={(value) => {
          setWanted(value)
          setSize(SHOWN)
        }}
      />
      <Table label="Result of each row">
        <TableHead>
          <HeaderCell className="max-sm:hidden">Line</HeaderCell>
          <HeaderCell>Question</HeaderCell>
          <HeaderCell>Outcome</HeaderCell>
        </TableHead>
        <TableBody>
          {matching.slice(0, size).map(({ row, line, question, outcome, reason, faqId }) => (
            <Row key={row}>
              <Cell className="w-16 text-ink-faint max-sm:hidden">{line}</Cell>
              <Cell className="max-w-90 break-words sm:min-w-40">
                {faqId ? (
                  <Link to={`/pages?faq=${faqId}`} className="text-link underline-offset-2 hover:underline">
                    {question.slice(0, 200)}
                  </Link>
                ) : (
                  question.slice(0, 200) || '–'
                )}
              </Cell>
              <Cell className="sm:min-w-40">
                <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>
                {reason && <span className="mt-0.5 block text-sm text-ink-soft">{reason}</span>}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {matching.length > size && (
        <Button variant="ghost" className="mt-3" onClick={() => setSize(size + SHOWN * 4)}>
          Show more
        </Button>
      )}
    </Card>
  )
}
