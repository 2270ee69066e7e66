import { useAnswerloom } from '@answerloom/react'

/** The hook alone: every element and every word is the page's own. */
export function QuickQuestion({ server, subdomain }: { server: string; subdomain: string }) {
  const { status, current, ask, cancel, vote } = useAnswerloom({ server, subdomain })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void ask(String(new FormData(event.currentTarget).get('question')))
      }}
    >
      <label>
        Quick question <input name="question" required />
      </label>
      <button type="submit">Go</button>
      {status === 'loading' && (
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      )}
      <output>{status === 'error' ? 'Please try again.' : current?.text}</output>
      {status === 'answered' && (
        <button type="button" onClick={() => vote('up')}>
          Thanks
        </button>
      )}
    </form>
  )
}
