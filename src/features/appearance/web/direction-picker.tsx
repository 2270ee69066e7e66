import {
  ArrowDown,
  ArrowDownLeft,
  ArrowDownRight,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpLeft,
  ArrowUpRight,
  type LucideIcon,
} from 'lucide-react'
import { Choice } from '../../../web/ui/choice.tsx'
import type { gradientDirections } from '../../workspaces/contract.ts'
import type { LookEditing } from './use-look-editing.ts'

type Direction = (typeof gradientDirections)[number]

/** As they lie on a compass, its middle empty. */
const COMPASS: [Direction, string, LucideIcon, string][] = [
  ['to-tl', 'To the top left', ArrowUpLeft, 'col-start-1 row-start-1'],
  ['to-t', 'To the top', ArrowUp, 'col-start-2 row-start-1'],
  ['to-tr', 'To the top right', ArrowUpRight, 'col-start-3 row-start-1'],
  ['to-l', 'To the left', ArrowLeft, 'col-start-1 row-start-2'],
  ['to-r', 'To the right', ArrowRight, 'col-start-3 row-start-2'],
  ['to-bl', 'To the bottom left', ArrowDownLeft, 'col-start-1 row-start-3'],
  ['to-b', 'To the bottom', ArrowDown, 'col-start-2 row-start-3'],
  ['to-br', 'To the bottom right', ArrowDownRight, 'col-start-3 row-start-3'],
]

const OPTIONS = COMPASS.map(([value, label, Icon, place]) => ({
  value,
  label,
  picture: <Icon size={16} aria-hidden="true" />,
  className: `size-10 ${place}`,
}))

/** Direction of a gradient. */
export function DirectionPicker({ editing }: { editing: LookEditing }) {
  return (
    <Choice
      label="Direction"
      look="tiles"
      className="grid w-max grid-cols-3 gap-1.5"
      options={OPTIONS}
      value={editing.values.header_bg_gradient_direction ?? 'to-r'}
      onValueChange={(header_bg_gradient_direction) => editing.change({ header_bg_gradient_direction })}
    />
  )
}
