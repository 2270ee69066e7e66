import { cx } from './class-names.ts'

const SIZES = { sm: 'size-6 text-2xs', md: 'size-8 text-xs', lg: 'size-14 text-lg' }

export interface AvatarProps {
  /** Source of the initials. The avatar is decorative: render the name beside it as text. */
  name: string
  src?: string | null
  size?: keyof typeof SIZES
  /** Round for people, square for workspaces. */
  shape?: 'round' | 'square'
  className?: string
}

export function Avatar({ name, src, size = 'md', shape = 'round', className }: AvatarProps) {
  const classes = cx(
    'grid shrink-0 place-items-center overflow-hidden font-semibold select-none',
    shape === 'round' ? 'rounded-full' : size === 'lg' ? 'rounded-lg' : 'rounded-sm',
    SIZES[size],
    className,
  )
  if (src) return <img src={src} alt="" className={cx(classes, 'object-cover')} />
  return (
    <span aria-hidden="true" className={cx(classes, 'bg-tile text-on-tile')}>
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('') || '?'
}
