import type { MissingView } from '../contract.ts'
import { Mark } from './icons.tsx'

export function MissingPage({ view: { place, texts } }: { view: MissingView }) {
  return (
    <div className="page">
      <main className="column grid flex-1 place-items-center py-16">
        <div className="text-center">
          <Threads />
          <h1 className="brand-title mt-8">{texts.missingTitle}</h1>
          <p className="mt-3 text-lg text-balance text-ink-soft">{texts.missingText}</p>
          <a href={place.home} className="powered mt-10">
            {texts.home}
            <Mark size={16} />
          </a>
        </div>
      </main>
    </div>
  )
}

/** Threads that don't meet: the product's one ornament. */
function Threads() {
  const lines = [14, 26, 38, 50, 62]
  return (
    <svg width="76" height="76" viewBox="0 0 76 76" fill="none" aria-hidden="true" className="mx-auto">
      {lines.map((y) => (
        <path key={y} d={`M2 ${y}H${y === 38 ? 30 : 74}`} className="stroke-line-strong" />
      ))}
      {lines.map((x) => (
        <path
          key={x}
          d={`M${x} 4V72`}
          strokeDasharray="9 3"
          strokeDashoffset={x === 26 || x === 50 ? 6 : 0}
          className={x === 38 ? 'stroke-accent-edge' : 'stroke-control'}
          strokeWidth={x === 38 ? 2 : 1}
        />
      ))}
    </svg>
  )
}
