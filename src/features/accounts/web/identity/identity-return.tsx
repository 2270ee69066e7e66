import { useSearchParams } from 'react-router'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { GOOGLE_CONFIRMATION_MINUTES } from '../../contract.ts'
import { googleFailure } from '../../domain/google-failure.ts'
import { useOnce } from '../use-once.ts'

/** Says what became of a confirmation with Google, and takes it out of the address. */
export default function IdentityReturn() {
  const [search, setSearch] = useSearchParams()
  useOnce(() => {
    const outcome = search.get('identity')
    const failure = googleFailure(outcome)
    if (outcome === 'confirmed')
      toast({
        title: 'Google has confirmed that it is you',
        message: `You can now finish what you started, within ${GOOGLE_CONFIRMATION_MINUTES} minutes.`,
      })
    else if (failure) toastError(failure)
    setSearch(
      (previous) => {
        previous.delete('identity')
        return previous
      },
      { replace: true, preventScrollReset: true },
    )
  })
  return null
}
