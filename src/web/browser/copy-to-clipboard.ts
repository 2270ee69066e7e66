import { toast, toastError } from '../ui/toast.tsx'
import { offerText } from './text-to-copy.ts'

/** Copies `text` and shows `done` as a toast. Where the browser does not allow that, shows the text, selected. */
export async function copyText(text: string, done: string, title?: string): Promise<void> {
  try {
    // Missing on pages without HTTPS.
    await navigator.clipboard.writeText(text)
    toast({ message: done, ...(title !== undefined && { title }) })
  } catch {
    toastError('Failed to copy to clipboard')
    offerText(text)
  }
}

/** Copies `text` and shows the toast of the specification; `noun` is the kind of text. */
export const copyToClipboard = (text: string, noun: 'URL' | 'Code'): Promise<void> =>
  copyText(text, `${noun} copied to clipboard`, 'Copied!')
