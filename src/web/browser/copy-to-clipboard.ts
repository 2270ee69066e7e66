import { toast, toastError } from '../ui/toast.tsx'
import { offerText } from './text-to-copy.ts'

/** Copies `copiedText` and shows `successMessage`. Where the browser does not allow that, shows the text, selected. */
export async function copyText(copiedText: string, successMessage: string, toastTitle?: string): Promise<void> {
  try {
    // Missing on pages without HTTPS.
    await navigator.clipboard.writeText(copiedText)
    toast({ message: successMessage, ...(toastTitle !== undefined && { title: toastTitle }) })
  } catch {
    toastError('Failed to copy to clipboard')
    offerText(copiedText)
  }
}

/** Copies `copiedText` and shows the toast of the specification; `copiedThing` is the kind of text. */
export const copyToClipboard = (copiedText: string, copiedThing: 'URL' | 'Code'): Promise<void> =>
  copyText(copiedText, `${copiedThing} copied to clipboard`, 'Copied!')
