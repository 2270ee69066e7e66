import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { GOOGLE_CONFIRMATION_MINUTES } from '../../contract.ts'
import { googleFailureText } from '../../domain/google-failure.ts'
import { useOnce } from '../use-once.ts'

/** Says what became of a confirmation with Google, and takes it out of the address. */
export default function IdentityReturn() {
  const { params, change } = useUrlParameters()
  useOnce(() => {
    const outcome = params.get('identity')
    const failure = googleFailureText(outcome)
    if (outcome === 'confirmed')
      toast({
        title: 'Google has confirmed that it is you',
        message: `You can now finish what you started, within ${GOOGLE_CONFIRMATION_MINUTES} minutes.`,
      })
    else if (failure) toastError(failure)
    change({ identity: null }, true)
  })
  return null
}
