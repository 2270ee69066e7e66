import { toast, toastError } from '../ui/toast.tsx'

/** Copies `text` and shows `done` as a toast. */
export async function copyText(text: string, done: string, title?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ message: done, ...(title !== undefined && { title }) })
  } catch {
    toastError('Failed to copy to clipboard')
  }
}

/** Copies `text` and shows the toast of the specification; `noun` is the kind of text. */
export const copyToClipboard = (text: string, noun: 'URL' | 'Code'): Promise<void> =>
  copyText(text, `${noun} copied to clipboard`, 'Copied!')
