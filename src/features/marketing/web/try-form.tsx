/** Reads one page of the visitor's website; it needs no script and no account. */
export function TryForm({ url = '', failure = null }: { url?: string; failure?: string | null }) {
  return (
    <form action="/try" method="post" className="max-w-2xl">
      <label htmlFor="try-url" className="mb-1.5 block text-md font-medium">
        Address of a page with your help texts
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id="try-url"
          name="url"
          type="text"
          inputMode="url"
          autoComplete="url"
          required
          maxLength={2000}
          defaultValue={url}
          placeholder="https://www.example.com/faq"
          aria-invalid={failure ? true : undefined}
          aria-describedby={failure ? 'try-failure' : 'try-hint'}
          className="h-12 min-w-0 flex-1 basis-72 rounded-lg border border-control bg-surface px-3.5 text-base hover:border-ink-faint aria-[invalid=true]:border-bad-line"
        />
        <button
          type="submit"
          className="h-12 cursor-pointer rounded-lg border border-line-strong bg-surface px-5 text-base font-semibold shadow-key transition-colors hover:border-control"
        >
          Read my site
        </button>
      </div>
      {failure ? (
        <p id="try-failure" role="alert" className="mt-2 text-md text-bad">
          {failure}
        </p>
      ) : (
        <p id="try-hint" className="mt-2 text-md text-ink-faint">
          One page is read, as its robots.txt allows. Nothing of it is kept.
        </p>
      )}
    </form>
  )
}
