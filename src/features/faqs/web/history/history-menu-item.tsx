import { History } from 'lucide-react'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { MenuItem } from '../../../../web/ui/menu.tsx'

/** Opens the history of a FAQ through the URL. */
export function HistoryMenuItem({ id }: { id: string }) {
  const { change } = useUrlParameters()
  return (
    <MenuItem icon={<History size={16} />} onSelect={() => change({ history: id })}>
      Version history
    </MenuItem>
  )
}
