import { Toolbar as Base } from '@base-ui/react/toolbar'
import type { LucideIcon } from 'lucide-react'
import { buttonClasses } from '../../../../web/ui/button.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { Tooltip } from '../../../../web/ui/tooltip.tsx'

interface ToolButtonProps {
  label: string
  icon: LucideIcon
  shortcut?: string[]
  /** Undefined for actions that are not on or off. */
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}

export function ToolButton({ label, icon: Icon, shortcut, pressed, disabled, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <Base.Button
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        // The text keeps its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        className={cx(
          buttonClasses('ghost', 'sm'),
          'w-8 px-0! coarse:w-10',
          'aria-pressed:bg-pressed aria-pressed:text-ink data-disabled:opacity-40',
        )}
      >
        <Icon size={16} aria-hidden="true" />
      </Base.Button>
    </Tooltip>
  )
}
