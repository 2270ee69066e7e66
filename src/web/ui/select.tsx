import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from './class-names.ts'
import { controlClasses } from './field.tsx'
import { popupClasses } from './popup-classes.ts'

export interface SelectOption<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  disabled?: boolean
}

export interface SelectProps<T extends string> {
  options: readonly SelectOption<T>[]
  value: T | null
  onValueChange: (value: T) => void
  placeholder?: string
  /** Needed where no Field labels it. */
  label?: string
  size?: 'sm' | 'md'
  disabled?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
  className?: string
}

/** One value out of a list; type to jump, arrows to move. */
export function Select<T extends string>({
  options,
  value,
  onValueChange,
  placeholder = 'Select…',
  label,
  size = 'md',
  disabled,
  name,
  onBlur,
  ref,
  className,
}: SelectProps<T>) {
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
      disabled={disabled}
      name={name}
    >
      <Base.Trigger
        ref={ref}
        aria-label={label}
        onBlur={onBlur}
        className={cx(
          controlClasses,
          'inline-flex items-center justify-between gap-2 text-left select-none',
          size === 'sm' ? 'h-8 px-2.5 text-sm coarse:h-10' : 'h-9 px-3 coarse:h-11',
          className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-faint" />
        <Base.Icon className="text-ink-faint">
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal render={<section aria-label="Choices" />}>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={cx(popupClasses, 'min-w-(--anchor-width)')}>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className="flex min-h-8 cursor-default items-center gap-2 rounded-sm py-1 pr-8 pl-2 text-md text-ink outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover coarse:min-h-11"
                >
                  {option.icon}
                  <Base.ItemText className="flex-1 truncate">{option.label}</Base.ItemText>
                  <Base.ItemIndicator className="absolute right-3">
                    <Check size={15} aria-hidden="true" className="text-accent-ink" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
