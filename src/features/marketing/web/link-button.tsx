import type { ReactNode } from 'react'

const LOOKS = {
  primary: 'border-accent-edge bg-accent text-on-accent shadow-key inset-shadow-accent hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-ink shadow-key hover:border-control',
  ghost: 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
}
const SIZES = {
  md: 'h-9 px-3.5 text-md coarse:h-11',
  lg: 'h-12 px-6 text-base',
}

export interface LinkButtonProps {
  href: string
  look?: keyof typeof LOOKS
  size?: keyof typeof SIZES
  className?: string
  /** Plan that is stored when it is pressed. */
  'data-plan'?: string
  children: ReactNode
}

/** A link that looks like a button: the landing page has no other kind. */
export function LinkButton({
  href,
  look = 'secondary',
  size = 'md',
  className = '',
  children,
  ...data
}: LinkButtonProps) {
  return (
    <a
      {...data}
      href={href}
      className={`inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-[background-color,border-color,color,transform] active:translate-y-px ${SIZES[size]} ${LOOKS[look]} ${className}`}
    >
      {children}
    </a>
  )
}
