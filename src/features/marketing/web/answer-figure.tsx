import { Weave } from './weave.tsx'

const PHRASINGS = ['My sensor is offline', 'No new readings for hours', 'The probe lost its connection']

/** The idea of the product in one picture: three ways to ask, woven into one answer. */
export function AnswerFigure() {
  return (
    <figure className="@container mt-12 sm:mt-14">
      <div className="grid items-stretch @xl:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_minmax(0,19rem)] @4xl:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_minmax(0,26rem)]">
        <ul className="grid grid-rows-3 gap-2.5 @xl:gap-0">
          {PHRASINGS.map((phrasing) => (
            <li key={phrasing} className="flex items-center @xl:py-5">
              <span className="w-full rounded-full border border-line-strong bg-surface px-4 py-2.5 text-md text-ink-soft shadow-key @max-xl:text-center">
                {phrasing}
              </span>
            </li>
          ))}
        </ul>
        <Weave className="hidden h-full w-full @xl:block" />
        <Weave down className="mx-auto h-44 w-60 @xl:hidden" />
        <div className="flex items-center">
          <div className="w-full rounded-xl border border-line-strong bg-surface p-5 shadow-overlay sm:p-6">
            <p className="flex items-center gap-2 text-sm font-medium text-accent-ink">
              <span className="size-2 rounded-full bg-accent" />
              Answer
            </p>
            <p className="mt-3 text-base text-ink">
              The hub hasn't heard from the probe for two hours. Press the button on its cap: a <strong>green</strong>{' '}
              blink means that the hub heard it. If it blinks <strong>red</strong>, bring the two closer together.
            </p>
            <p className="mt-4 border-t border-line pt-3.5 text-sm text-ink-faint">
              From the FAQ <span className="text-ink-soft">Why does my probe show “Out of reach”?</span>
            </p>
          </div>
        </div>
      </div>
      <figcaption className="sr-only">Three visitors, three ways to ask, one answer with its source.</figcaption>
    </figure>
  )
}
