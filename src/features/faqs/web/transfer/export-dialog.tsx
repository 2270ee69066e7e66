import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonAnchor } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { type ExportFormat, exportPath } from '../../contract.ts'
import type { FaqFilters } from '../../domain/filter-faqs.ts'

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'json', label: 'JSON, for programs' },
  { value: 'md', label: 'Markdown, for reading' },
]

interface ExportDialogProps {
  workspaceId: string
  filters: FaqFilters
  filtered: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The FAQs as a file: all of them, or those that the list shows. */
export default function ExportDialog({ workspaceId, filters, filtered, open, onOpenChange }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [which, setWhich] = useState<'all' | 'shown'>(filtered ? 'shown' : 'all')
  const query = new URLSearchParams(
    Object.entries({ q: filters.q.trim(), category: filters.category, status: filters.status }).flatMap(
      ([name, value]) => (value ? [[name, value]] : []),
    ),
  )
  const address = `${exportPath(workspaceId, format)}${which === 'shown' && filtered ? `?${query}` : ''}`
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Export FAQs"
      description="Question, alternatives, answer, category, status and order. The file can be imported again as it is."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <ButtonAnchor
            variant="primary"
            icon={<Download size={16} />}
            href={address}
            download
            onClick={() => onOpenChange(false)}
          >
            Export
          </ButtonAnchor>
        </>
      }
    >
      <div className="space-y-4">
        <Field label="Format">
          <Select options={FORMATS} value={format} onValueChange={setFormat} />
        </Field>
        {filtered && (
          <Field label="Which FAQs">
            <Select
              options={[
                { value: 'shown', label: 'Those that match the filters' },
                { value: 'all', label: 'All FAQs' },
              ]}
              value={which}
              onValueChange={setWhich}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
