import { Download } from 'lucide-react'
import { ButtonAnchor } from '../../../../web/ui/button.tsx'
import { questionExportPath } from '../../domain/export-path.ts'
import { filterInput } from './filter-input.ts'
import type { QuestionFilters } from './use-question-filters.ts'

/** Downloads the questions that match the filters. */
export function ExportLink({ workspaceId, filters }: { workspaceId: string; filters: QuestionFilters }) {
  const query = new URLSearchParams(
    Object.entries(filterInput(filters)).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return (
    <ButtonAnchor icon={<Download size={16} />} href={`${questionExportPath(workspaceId)}?${query}`} download>
      {/* On a phone it shares its line with the filters. */}
      <span className="max-sm:sr-only">Export CSV</span>
    </ButtonAnchor>
  )
}
