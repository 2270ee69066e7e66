import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { useFocusableWhenDisabled } from './use-focusable-when-disabled.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border border-accent-edge bg-accent text-on-accent shadow-key inset-shadow-accent hover:bg-accent-hover active:bg-accent-hover',
  secondary:
    'border border-line-strong bg-surface text-ink shadow-key hover:bg-paper hover:border-control active:bg-sunken aria-expanded:bg-sunken',
  ghost:
    'border border-transparent text-ink-soft hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-pressed aria-expanded:text-ink',
  danger: 'border border-bad-fill bg-bad-fill text-on-bad shadow-key hover:bg-bad-fill-hover active:bg-bad-fill-hover',
  'danger-ghost': 'border border-transparent text-bad hover:bg-bad-soft active:bg-bad-soft',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 rounded-md px-2.5 text-sm coarse:h-10',
  md: 'h-9 gap-2 rounded-lg px-3.5 text-md coarse:h-11',
  lg: 'h-11 gap-2 rounded-lg px-5 text-base coarse:h-12',
}

/** Classes of a button, for the rare element that has to look like one without being one. */
export const buttonClasses = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md') =>
  cx(
    'relative inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap select-none',
    'transition-[background-color,border-color,color,transform,opacity] active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    '[&_svg]:shrink-0',
    SIZES[size],
    VARIANTS[variant],
  )

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shown before the label; lucide icons need `size={16}`. */
  icon?: ReactNode
  /** Shows a spinner, keeps the width of the label and ignores clicks. */
  loading?: boolean
}

export function Button({ variant, size, icon, loading = false, className, children, type, ...rest }: ButtonProps) {
  const focusableProps = useFocusableWhenDisabled(rest, loading)
  return (
    <button
      {...rest}
      {...focusableProps}
      type={type ?? 'button'}
      aria-busy={loading || undefined}
      className={cx(buttonClasses(variant, size), className)}
    >
      {loading ? <Spinner size={size === 'sm' ? 14 : 16} /> : icon}
      {children}
    </button>
  )
}

export interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link inside the dashboard that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonClasses(variant, size), className)}>
      {icon}
      {children}
    </Link>
  )
}

export interface ButtonAnchorProps extends ComponentProps<'a'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link out of the dashboard (public page, file) that looks like a button. */
export function ButtonAnchor({ variant, size, icon, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={cx(buttonClasses(variant, size), className)}>
      {icon}
      {children}
    </a>
  )
}
