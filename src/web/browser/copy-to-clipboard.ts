import { toast, toastError } from '../ui/toast.tsx'

/** Copies `text` and says so with these words. */
export async function copyText(text: string, done: string, title?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ message: done, ...(title !== undefined && { title }) })
  } catch {
    toastError('Failed to copy to clipboard')
  }
}

/** Copies `text` and says so, as specified; `noun` is what it is called. */
export const copyToClipboard = (text: string, noun: 'URL' | 'Code'): Promise<void> =>
  copyText(text, `${noun} copied to clipboard`, 'Copied!')
