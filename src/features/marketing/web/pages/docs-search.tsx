/** Looks through the guides with the engine that visitors' pages search with; it needs no script. */
export const DocsSearch = ({ query = '' }: { query?: string }) => (
  <search>
    <form method="get" action="/docs" className="flex max-w-2xl gap-2.5">
      <label htmlFor="docs-q" className="sr-only">
        Search the docs
      </label>
      <input
        id="docs-q"
        name="q"
        type="search"
        required
        maxLength={500}
        defaultValue={query}
        placeholder="Search the docs"
        autoComplete="off"
        className="h-12 min-w-0 flex-1 rounded-lg border border-control bg-surface px-4 text-base"
      />
      <button
        type="submit"
        className="h-12 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface px-5 text-base font-medium shadow-key hover:border-control"
      >
        Search
      </button>
    </form>
  </search>
)
