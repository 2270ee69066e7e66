import type { ReactNode } from 'react'
import { type ButtonProps, type ButtonSize, buttonClasses } from './button.tsx'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip, type TooltipProps } from './tooltip.tsx'
import { useFocusableWhenDisabled } from './use-focusable-when-disabled.ts'

const SIZES: Record<ButtonSize, string> = {
  sm: 'w-8 px-0! coarse:w-10',
  md: 'w-9 px-0! coarse:w-11',
  lg: 'w-11 px-0!',
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  shortcut?: string[]
  tooltip?: boolean
  tooltipSide?: TooltipProps['side']
}

export function IconButton({
  label,
  icon,
  shortcut,
  tooltip = true,
  tooltipSide,
  variant = 'ghost',
  size = 'sm',
  loading = false,
  className,
  type,
  ...rest
}: IconButtonProps) {
  const focusableProps = useFocusableWhenDisabled(rest, loading)
  const button = (
    <button
      {...rest}
      {...focusableProps}
      type={type ?? 'button'}
      aria-label={label}
      className={cx(buttonClasses(variant, size), SIZES[size], className)}
    >
      {loading ? <Spinner size={16} /> : icon}
    </button>
  )
  if (!tooltip) return button
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      {button}
    </Tooltip>
  )
}
