import { Select } from '../../../../web/ui/select.tsx'
import { Switch } from '../../../../web/ui/switch.tsx'
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '../../../../web/ui/table.tsx'
import { FILE_FIELDS, FILE_LABELS, type FileField } from '../../domain/transfer/file-fields.ts'
import { type ColumnMapping, withField } from '../../domain/transfer/guess-columns.ts'
import type { FileSummary } from '../../domain/transfer/import-file.ts'

const NOTHING = 'nothing'
const OPTIONS = [
  { value: NOTHING, label: 'Don’t import' },
  ...FILE_FIELDS.map((field) => ({ value: field, label: FILE_LABELS[field] })),
] as const

interface ColumnMappingTableProps {
  summary: FileSummary
  mapping: ColumnMapping
  onMapping: (mapping: ColumnMapping) => void
  onHeaded: (headed: boolean) => void
}

/** Field of each column of the file. */
export function ColumnMappingTable({ summary, mapping, onMapping, onHeaded }: ColumnMappingTableProps) {
  return (
    <>
      {summary.format === 'csv' && (
        <Switch checked={summary.headed} onCheckedChange={onHeaded} className="mb-4 justify-start">
          The first row names the columns
        </Switch>
      )}
      <Table label="Columns of the file">
        <TableHead>
          <HeaderCell>Column</HeaderCell>
          <HeaderCell className="max-sm:hidden">For example</HeaderCell>
          <HeaderCell>Import as</HeaderCell>
        </TableHead>
        <TableBody>
          {summary.columns.map(({ name, samples }, index) => (
            <Row key={name}>
              <Cell className="max-w-44 font-medium break-words">{name}</Cell>
              <Cell className="max-w-80 text-ink-soft max-sm:hidden">
                <span className="line-clamp-2 break-words">{samples.join(' · ') || '–'}</span>
              </Cell>
              <Cell className="w-56">
                <Select<FileField | typeof NOTHING>
                  label={`Import ${name} as`}
                  size="sm"
                  options={OPTIONS}
                  value={mapping[index] ?? NOTHING}
                  onValueChange={(value) => onMapping(withField(mapping, index, value === NOTHING ? null : value))}
                />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </>
  )
}
