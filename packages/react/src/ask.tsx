import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { AnswerView } from './answer-view.tsx'
import { part, rootProps, type Theme } from './parts.tsx'
import { ENGLISH_TEXTS, type Texts } from './texts.ts'
import { useAnswerloom, type WorkspaceOptions } from './use-answerloom.ts'

export interface AnswerloomAskProps extends WorkspaceOptions {
  /** The button's content; “Ask a question” by default. */
  children?: ReactNode
  texts?: Partial<Texts>
  theme?: Theme
  className?: string
}

/** A button that opens a dialog to ask in; a conversation lasts as long as the page. */
export function AnswerloomAsk({ children, texts: ownTexts, theme, className, ...workspace }: AnswerloomAskProps) {
  const answerloom = useAnswerloom(workspace)
  const { current, earlier } = answerloom
  const texts = { ...ENGLISH_TEXTS, ...ownTexts }
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')

  function open() {
    dialog.current?.showModal()
    input.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!value.trim()) return
    void answerloom.ask(value)
    setValue('')
  }

  return (
    <div {...rootProps('ask', theme, className)}>
      <button type="button" {...part('button ask-button')} aria-haspopup="dialog" onClick={open}>
        {children ?? texts.askQuestion}
      </button>
      <dialog {...part('dialog')} ref={dialog} aria-labelledby={`${id}title`} closedby="any">
        <div {...part('panel')}>
          <div {...part('header')}>
            <h2 {...part('title')} id={`${id}title`}>
              {texts.askQuestion}
            </h2>
            <button type="button" {...part('button close')} onClick={() => dialog.current?.close()}>
              {texts.close}
            </button>
          </div>
          <div {...part('conversation')}>
            {earlier.map((exchange) => (
              <AnswerView key={exchange.messageId} exchange={exchange} texts={texts} />
            ))}
            {current && <AnswerView exchange={current} texts={texts} actions={answerloom} />}
          </div>
          <form {...part('form')} onSubmit={submit}>
            <div {...part('row')}>
              <input
                {...part('input')}
                ref={input}
                aria-label={texts.askQuestion}
                placeholder={texts.askQuestion}
                autoComplete="off"
                enterKeyHint="send"
                maxLength={2000}
                dir="auto"
                value={value}
                onInput={(event) => setValue(event.currentTarget.value)}
              />
              <button type="submit" {...part('button submit')}>
                {texts.ask}
              </button>
            </div>
          </form>
        </div>
      </dialog>
    </div>
  )
}
