import { History } from 'lucide-react'
import { MenuItem } from '../../../web/ui/menu.tsx'
import { useAddress } from '../../../web/use-address.ts'

/** Opens the history of a FAQ, which stands in the address. */
export function HistoryMenuItem({ id }: { id: string }) {
  const { change } = useAddress()
  return (
    <MenuItem icon={<History size={16} />} onSelect={() => change({ history: id })}>
      Version history
    </MenuItem>
  )
}
