import { Weave } from '../../../../web/brand/weave.tsx'

/** The quiet side of the sign-in page on wide windows: many threads, one answer. */
export function WovenPanel() {
  return (
    <aside className="relative hidden overflow-hidden border-l border-line bg-sunken lg:block">
      <div className="absolute inset-0 grid place-items-center">
        <Weave
          threads={21}
          spacing={30}
          accentRow={10}
          accentColumn={13}
          className="aspect-square h-[min(46rem,92%)] text-control/70"
        />
      </div>
      <p className="absolute inset-x-0 bottom-8 mx-auto w-fit bg-sunken px-4 py-1 text-center text-base text-ink-soft">
        Answers woven from what you already know.
      </p>
    </aside>
  )
}
