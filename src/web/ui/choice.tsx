import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export interface ChoiceOption<T extends string> {
  value: T
  label: string
  /** Shown in place of the label, which then only names the option for assistive technology. */
  picture?: ReactNode
  disabled?: boolean
  /** Shown after the label, for example a badge. The accessible name is the label alone. */
  aside?: ReactNode
  /** Position in a grid of tiles. */
  className?: string
}

export interface ChoiceProps<T extends string> {
  label: string
  hideLabel?: boolean
  options: readonly ChoiceOption<T>[]
  value: T
  onValueChange: (value: T) => void
  /** `segment`: one bar; `tiles`: images, laid out by `className`. */
  look?: 'segment' | 'tiles'
  disabled?: boolean
  /** Id of a text that describes the group. */
  describedBy?: string
  className?: string
}

const LOOKS = {
  segment: {
    group: 'flex rounded-lg border border-line bg-sunken p-0.75 *:flex-1',
    option:
      'h-8 rounded-md border border-transparent px-3 text-ink-faint hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:text-ink has-checked:shadow-key coarse:h-10',
  },
  tiles: {
    group: '',
    option:
      'overflow-hidden rounded-md border border-line-strong text-ink-soft hover:border-control has-checked:border-ink has-checked:text-ink has-checked:outline-2 has-checked:-outline-offset-1 has-checked:outline-ink',
  },
}

/** A choice among a few visible options: radio buttons that look like a bar or like tiles. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const {
    label,
    hideLabel = false,
    options,
    value,
    onValueChange,
    look = 'segment',
    disabled,
    describedBy,
    className,
  } = props
  const name = useId()
  return (
    <fieldset disabled={disabled} aria-describedby={describedBy} className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium text-ink'}>{label}</legend>
      <div className={cx(LOOKS[look].group, className)}>
        {options.map((option) => (
          <label
            key={option.value}
            title={option.picture ? option.label : undefined}
            className={cx(
              'relative flex items-center justify-center text-md font-medium whitespace-nowrap transition-colors select-none',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-60',
              LOOKS[look].option,
              option.className,
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-label={option.picture || option.aside ? option.label : undefined}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            {option.picture ?? option.label}
            {option.aside && <span className="ml-1.5 max-[22rem]:hidden">{option.aside}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
