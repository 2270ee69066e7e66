import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'

/** Drawings of the categories that every workspace begins with. */
const DRAWINGS: Record<string, ReactNode> = {
  General: <path d="M4 5.5h16v11h-8.5l-4.5 4v-4H4zM8 9.5h8m-8 3.5h5" />,
  Technical: <path d="m8 7-5 5 5 5m8-10 5 5-5 5M13.5 5l-3 14" />,
  Billing: <path d="M3.5 6h17v12h-17zm0 4h17M7 14.5h4" />,
  Support: (
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM6 6l3.5 3.5M18 6l-3.5 3.5M6 18l3.5-3.5M18 18l-3.5-3.5" />
  ),
  Product: <path d="m12 3.5 8 4.25v8.5l-8 4.25-8-4.25v-8.5zM4 7.75 12 12l8-4.25M12 12v8.5" />,
  Policy: <path d="M12 3.5 5 6v5.5c0 4 2.8 7.3 7 9 4.2-1.7 7-5 7-9V6zM9 12l2.25 2.25L15.25 10" />,
  Service: <path d="M12 3.5v3m0 11v3m-8.5-8.5h3m11 0h3M6 6l2.1 2.1m7.8 7.8L18 18M6 18l2.1-2.1m7.8-7.8L18 6" />,
}

/** Icon of a category: its drawing, or the first letter of its name. */
export function CategoryIcon({ name }: { name: string }) {
  const drawing = DRAWINGS[name]
  return (
    <span className="tile" aria-hidden="true">
      {drawing ? <Icon size={22}>{drawing}</Icon> : ([...name.trim()][0]?.toUpperCase() ?? '')}
    </span>
  )
}
