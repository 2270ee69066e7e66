import type { ReactNode } from 'react'

interface IconProps {
  size?: number
  className?: string
}

// The style sheet gives drawings their strokes: React's names for such attributes are not the browser's.
export function Icon({ size = 20, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={className}>
      {children}
    </svg>
  )
}

export const SearchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)

/** Arrow in reading direction. */
export const ArrowIcon = ({ className = '', ...props }: IconProps) => (
  <Icon {...props} className={`arrow ${className}`}>
    <path d="M5 12h14m-6-6 6 6-6 6" />
  </Icon>
)

export const PageIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 3.5h8l4 4v13H6zM14 3.5v4h4M9.5 12.5h5M9.5 16h5" />
  </Icon>
)

export const ThumbUpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7.5 20.5H4.75a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1H7.5m0 9V11l3.6-7.1a1.9 1.9 0 0 1 2.5 2.2L13 9.5h5.6a1.8 1.8 0 0 1 1.75 2.2l-1.5 7a1.8 1.8 0 0 1-1.75 1.4z" />
  </Icon>
)

export const ThumbDownIcon = (props: IconProps) => <ThumbUpIcon {...props} className="rotate-180" />

const SOCIAL: Record<string, ReactNode> = {
  Twitter: <path d="M4.5 4.5h3.6l11.4 15h-3.6zM19 4.5l-6 6.7M5 19.5l6-6.7" />,
  Facebook: <path d="M16.5 4.5H14a3.5 3.5 0 0 0-3.5 3.5v12.5M7.5 12h7.5" />,
  LinkedIn: <path d="M6 10v9.5M6 5.5v.01M11 19.5V10m0 4.75a3.75 3.75 0 0 1 7.5 0v4.75" />,
}

export const SocialIcon = ({ label }: { label: string }) => <Icon>{SOCIAL[label]}</Icon>

/** The product's mark: an A of two threads with a third woven through. */
export const Mark = (props: IconProps) => (
  <Icon {...props} className="mark">
    <path d="M4.5 20 11 5.2a1.1 1.1 0 0 1 2 0L19.5 20" />
    <path d="M3.5 15.5c3-2.6 4.6-2.6 8.5 0s5.5 2.6 8.5 0" className="stroke-accent-edge" />
  </Icon>
)
