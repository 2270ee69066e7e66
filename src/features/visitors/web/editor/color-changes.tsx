import type { Appearance } from '../../../appearance/contract.ts'
import { accentChanges } from '../../domain/brand-palette.ts'

const Swatch = ({ color }: { color: string }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5 rounded-xs border border-line-strong">
      <rect width="14" height="14" fill={color} />
    </svg>
    <code className="text-sm">{color}</code>
  </span>
)

/** Lists the changes of the accent that make it visible and readable, on light and on dark pages. */
export function ColorChanges({ look }: { look: Appearance }) {
  const changes = accentChanges(look.accent_color)
  return (
    <div role="status">
      {changes.length > 0 && (
        <div className="rounded-lg bg-warn-soft px-3.5 py-3 text-md">
          <p className="font-medium text-warn">Adjusted to be readable</p>
          <ul className="mt-1.5 flex flex-col gap-1.5">
            {changes.map(({ part, from, to, ratio, needed }) => (
              <li key={part}>
                <span className="block">{part}</span>
                <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
                  <Swatch color={from} /> → <Swatch color={to} />
                  <span>
                    contrast {ratio.toFixed(1)}, needs {needed}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
