import { toast, toastError } from './ui/toast.tsx'

/** Copies `text` and says so, as specified; `noun` is what it is called. */
export async function copyToClipboard(text: string, noun: 'URL' | 'Code'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Copied!', message: `${noun} copied to clipboard` })
  } catch {
    toastError('Failed to copy to clipboard')
  }
}
