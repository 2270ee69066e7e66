import { expect, type Locator } from '@playwright/test'

/** The browser's globals that pasting needs: this file is typed without a document. */
interface ClipboardGlobals {
  DataTransfer: new () => { setData: (type: string, text: string) => void }
  ClipboardEvent: new (type: string, init: object) => object
}

/** Waits until the editor has taken the place of the plain field that is there while its script arrives. */
export async function editorReady(answer: Locator): Promise<void> {
  await expect(answer).toHaveAttribute('contenteditable', 'true')
}

/** Pastes into an answer, as from another program. */
export async function paste(into: Locator, data: Record<string, string>): Promise<void> {
  await editorReady(into)
  await into.focus()
  await into.evaluate((element, flavors) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as ClipboardGlobals
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(flavors)) clipboardData.setData(type, text)
    const target = element as unknown as { dispatchEvent: (event: object) => void }
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

/** Replaces an answer by this Markdown. */
export async function writeAnswer(answer: Locator, markdown: string): Promise<void> {
  await answer.fill('')
  await paste(answer, { 'text/plain': markdown })
}
